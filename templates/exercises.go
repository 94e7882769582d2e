package templates

// ExercisesPage lists the exercises of a game.
type ExercisesPage struct {
	Page
	Groups []ExerciseGroup
}

// ExerciseGroup are the exercises of a family that ask the same.
type ExerciseGroup struct {
	Title     string
	Exercises []Crumb
}

// ExercisePage is one exercise.
type ExercisePage struct {
	Page
	Heading             string
	Figure              Exercise
	Previous, Next, All string // addresses; "" where there is none
}

// Exercise is a question about a position.
type Exercise struct {
	Action   string // address of the form that answers
	Question string
	Variant  Crumb
	Board    Drawing
	Choices  []ExerciseChoice
	Answer   *Answer // what came of the last choice, nil before it
	Right    bool
	Next     string

	Training string // address of the training table with the position
}

// ExerciseChoice is an answer to choose.
type ExerciseChoice struct {
	Value, Label   string
	Chosen, Solved bool
}
