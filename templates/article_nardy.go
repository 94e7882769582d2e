package templates

// NardyRules is what the rules page of nardy has beside its clauses.
type NardyRules struct {
	Quick    []NardyQuick // the questions that start most quarrels
	Variants []NardyRow   // what differs, by variant
	Compare  NardyCompare
	Terms    []Passage // the glossary: words of people, and what they mean
}

// NardyQuick is a question with its answer and a board.
type NardyQuick struct {
	Passage
	Board Drawing
	Link  Crumb // the clause that says more
}

// NardyRow is a line of the table of variants.
type NardyRow struct {
	Name, URL string
	Cells     []string
}

// NardyCompare is two variants side by side.
type NardyCompare struct {
	Action   string // address of its form
	Variants []Choice
	A, B     string // the ids of the chosen ones
	NameA    string
	NameB    string
	Rows     []NardyDifference // only what differs
}

// NardyDifference is a parameter in which two variants differ, in words.
type NardyDifference struct{ Label, A, B string }

// NardyVariantPage is a variant on a page of its own.
type NardyVariantPage struct {
	Page
	Heading, Line, House string
	Rules                string // address of the family's page
	Open                 []Opening
	Traits               []NardyDifference // Label and A
	Clauses              []RuleClause
	Others               []Crumb
}
