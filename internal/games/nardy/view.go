package nardy

// View is what the board needs.
func (s *State) View() any { return map[string]int{} }
