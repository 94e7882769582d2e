// Package e2e tests the whole program from outside: built, started, killed and
// started again under load, and played with in a real browser.
//
// Tests that need a browser look for Chromium where HOD_CHROME says, else in
// the usual places; without one they are skipped, unless HOD_E2E_REQUIRED=1
// makes that a failure. HOD_SOAK=1 kills the program hundreds of times,
// and plays whole games of nardy where else some turns have to do.
// HOD_SCREENSHOTS=1 makes the pictures of `make screenshot`.
package e2e
