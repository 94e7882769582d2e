package ashtarashki

import "math/bits"

// Square is one of the 32 dark squares (clause 1.1), numbered by file, then by
// rank: a1 is 0, a3 is 1, b2 is 4, h8 is 31. That is the order in which
// position texts list stones.
type Square uint8

// Squares is the number of dark squares.
const Squares = 32

// SquareAt returns the square on a file and a rank, both counted from 0. It
// reports false for a light square and for one that is not on the board.
func SquareAt(file, rank int) (Square, bool) {
	if file < 0 || file > 7 || rank < 0 || rank > 7 || (file+rank)%2 != 0 {
		return 0, false
	}
	return Square(4*file + rank/2), true
}

// File counts from 0 for the a-file.
func (s Square) File() int { return int(s / 4) }

// Rank counts from 0 for rank 1.
func (s Square) Rank() int { return 2*int(s%4) + int(s/4%2) }

func (s Square) String() string {
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// Neighbours are the squares one diagonal step away.
func (s Square) Neighbours() Set { return neighbours[s&31] }

// Set is a set of squares: bit n stands for Square n.
type Set uint32

// SetOf returns the set of one square.
func SetOf(s Square) Set { return 1 << (s & 31) }

// Has reports whether s is in the set.
func (b Set) Has(s Square) bool { return b>>(s&31)&1 != 0 }

// Len is the number of squares in the set.
func (b Set) Len() int { return bits.OnesCount32(uint32(b)) }

// First is the square with the lowest number. The set must not be empty.
func (b Set) First() Square { return Square(bits.TrailingZeros32(uint32(b)) & 31) }

// Rest is the set without First.
func (b Set) Rest() Set { return b & (b - 1) }

// The files a, c, e and g hold the ranks 1, 3, 5 and 7; the others hold the
// ranks 2, 4, 6 and 8. So each diagonal step is one of two shifts.
const (
	oddRanks  Set = 0x0f0f0f0f
	evenRanks Set = 0xf0f0f0f0
	rank1     Set = 0x01010101
	rank8     Set = 0x80808080
)

// The four diagonal steps of a whole set; what would leave the board is lost.
func (b Set) upRight() Set   { return b&oddRanks<<4 | b&evenRanks&^rank8<<5 }
func (b Set) upLeft() Set    { return b&oddRanks>>4 | b&evenRanks&^rank8>>3 }
func (b Set) downRight() Set { return b&oddRanks&^rank1<<3 | b&evenRanks<<4 }
func (b Set) downLeft() Set  { return b&oddRanks&^rank1>>5 | b&evenRanks>>4 }

// near are the squares one diagonal step away from any square of the set.
func (b Set) near() Set { return b.upRight() | b.upLeft() | b.downRight() | b.downLeft() }

// lastRank is where a side's stones finish (clause 2.3).
func lastRank(c Colour) Set {
	if c == White {
		return rank8
	}
	return rank1
}

// neighbours holds Square.Neighbours, which move generation asks for at every
// stone. It is never written; a test compares it with the geometry.
var neighbours = [Squares]Set{
	0x00000010, 0x00000030, 0x00000060, 0x000000c0, 0x00000303, 0x00000606, 0x00000c0c, 0x00000808,
	0x00001010, 0x00003030, 0x00006060, 0x0000c0c0, 0x00030300, 0x00060600, 0x000c0c00, 0x00080800,
	0x00101000, 0x00303000, 0x00606000, 0x00c0c000, 0x03030000, 0x06060000, 0x0c0c0000, 0x08080000,
	0x10100000, 0x30300000, 0x60600000, 0xc0c00000, 0x03000000, 0x06000000, 0x0c000000, 0x08000000,
}
