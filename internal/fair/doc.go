// Package fair throws dice with receipts.
package fair
