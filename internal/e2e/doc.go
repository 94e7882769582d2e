// Package e2e tests the whole program from outside: built, started, killed and
// started again under load, and played with in a real browser.
//
// # Faults
//
// Each of these runs the real program, in CI for seconds, and with HOD_SOAK=1
// (make soak) at length. After each of them (witnesses):
//
//   - every command that was acknowledged is one event of the log, under its
//     number, and the log has no other such event;
//   - all processes and two watchers, or the pages themselves, make the same of
//     the table: the log and the position by stateHash;
//   - a process that is started afterwards on the log does so, too.
//
// Where it is marked °, nothing can be acknowledged while the fault lasts: what
// was acknowledged before is compared. A damaged file is refused and stays as it
// is, and no new database appears in its place; with a good copy all is there.
//
//	fault                                          test                                    in CI; at length
//	kill -9 of a process under load                TestCrash, TestCrashKeepsTheDice        30 and 12 kills; 400 and 200
//	the same in a cluster, with NATS servers       TestClusterUnderLoad                    1 round; 40
//	SIGTERM under load                             TestCrashStop, TestClusterStops         5 times; 60
//	SIGTERM while no NATS server answers           TestFaultStopUnderLoad °                the same
//	disk full                                      TestFaultFullDisk                       the same
//	database on a read-only disk                   TestFaultReadOnlyDisk °                 the same
//	database locked by another program             TestFaultLockedDatabase                 the same
//	database emptied, cut off, damaged             TestFaultDamagedDatabase °              the same
//	the NATS server that leads dies                TestClusterLosesNothing                 the same
//	the NATS server that leads hangs               TestClusterThatHangs                    the same
//	all NATS servers are gone                      TestClusterSilent                       3 s; 30 s
//	slow NATS                                      TestFaultSlowNATS                       0.3 s and 3 s each way; 20 s
//	a client that never reads                      TestFaultClientThatNeverReads           20 of them; 200
//	idle sockets, at either store                  TestFaultIdleSockets                    300 for a second; 10,000 for 100 s
//	a flood of commands from one seat              TestFaultFloodFromOneSeat               600; 50,000
//	all clients reconnect at once                  TestFaultReconnectStorm                 300; 5,000
//	clocks of clients ten minutes off              TestFaultClockOfAClient                 the same
//	frames duplicated, reordered, replayed, cut    TestFaultFrames                         the same
//	off, binary, and whatever else is no message
//	requests that are sent slowly, or without end  TestFaultSlowRequests                   head; head and body
//	nginx with its own timeouts, another Host and  TestOnlyThePublicOriginIsServed         sockets; 90 idle seconds
//	one public origin
//	nginx before two processes, of which one dies, TestClusterBehindAProxy (programs),     the same
//	and a NATS server                              TestClusterInTheBrowser (three pages)
//	a page whose network is down between a tap     TestMoveWhileTheNetworkIsDown           1 s, 10 s; a minute
//	and its acknowledgement
//	a line that loses answers, or all              TestAnswerIsLost, TestSilentLine        the same
//	more tables than there is room for             TestPastTheLimit                        the same
//
// # People together
//
// Each of these plays in two or three real pages, which are compared with the
// log afterwards (pagesAgree).
//
//	what                                           test
//	two take an open table at once                 TestLobbyRace
//	two ask for the next round at once             TestRematchRace
//	somebody watches                               TestGameByLink, TestRematchRace, TestWhoIsThere
//	a second device takes over                     TestSecondDevice, TestWhoIsThere
//	somebody leaves and is claimed against         TestClaim
//	a clock runs out                               TestClockRunsOut
//	a move is taken back by consent                TestTakeBackByConsent
//	no network between tap and acknowledgement     TestMoveWhileTheNetworkIsDown, TestAnswerIsLost
//	the button Back                                TestBackToTheTable, TestPageThatTheBrowserKept
//	two tabs of one seat                           TestTwoTabsOfOneSeat
//	the process dies they are on, then the other   TestClusterInTheBrowser
//	one, then a NATS server, behind nginx
//
// # What it takes
//
// Tests that need a browser look for Chromium where HOD_CHROME says, else in
// the usual places; without one they are skipped, unless HOD_E2E_REQUIRED=1
// makes that a failure. With HOD_CHECK=later none of this runs: where make check
// follows, once is enough. HOD_SOAK=1 kills the program hundreds of times.
// HOD_SCREENSHOTS=1 makes the pictures of `make screenshot`.
package e2e
