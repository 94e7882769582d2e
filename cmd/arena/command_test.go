package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// script is one run of the program.
type script struct {
	name   string
	args   string // words
	stdin  string
	stdout string // the whole output, or a part of it where it begins with "…"
	stderr string // a part of it
	code   int
}

func (s script) play(t *testing.T) {
	t.Helper()
	t.Run(s.name, func(t *testing.T) {
		var stdout, stderr strings.Builder
		code := run(t.Context(), strings.Fields(s.args), strings.NewReader(s.stdin), &stdout, &stderr)
		if code != s.code {
			t.Errorf("arena %s: exit code %d, want %d; stderr: %s", s.args, code, s.code, stderr.String())
		}
		if part, partly := strings.CutPrefix(s.stdout, "…"); partly {
			if !strings.Contains(stdout.String(), part) {
				t.Errorf("arena %s: output\n%s\nlacks\n%s", s.args, stdout.String(), part)
			}
		} else if stdout.String() != s.stdout {
			t.Errorf("arena %s: output\n%s\nwant\n%s", s.args, stdout.String(), s.stdout)
		}
		if !strings.Contains(stderr.String(), s.stderr) || (s.stderr == "") != (stderr.Len() == 0) {
			t.Errorf("arena %s: errors\n%s\nwant something about\n%s", s.args, stderr.String(), s.stderr)
		}
	})
}

func TestCommandLine(t *testing.T) {
	for _, s := range []script{
		{name: "nothing", args: "", stderr: "Usage: arena <command>", code: exitUsage},
		{name: "no such command", args: "dance", stderr: `no such command: "dance"`, code: exitUsage},
		{name: "help", args: "help", stdout: usage()},
		{name: "-h", args: "-h", stdout: usage()},
		{name: "no such flag", args: "rules -fast", stderr: "-fast", code: exitUsage},
		{name: "stray argument", args: "play bachet", stderr: `what is "bachet"?`, code: exitUsage},
		{name: "no game", args: "perft", stderr: "no game is named", code: exitUsage},
		{name: "no such game", args: "perft -game chess", stderr: `no such game: "chess"; there are bachet`, code: exitUsage},
		{name: "no such variant", args: "bot -game bachet -variant odd", stderr: "there are classic, ten", code: exitUsage},
		{name: "no such bot", args: "bot -game bachet -bot deep", stderr: "there are random, winning", code: exitUsage},
		{name: "no such option", args: `perft -game bachet -options {"stones":3}`, stderr: "option stones", code: exitUsage},
		{name: "broken options", args: `perft -game bachet -variant ten -options {`, stderr: "-options", code: exitUsage},
		{name: "no such position", args: "perft -game bachet -pos 5", stderr: "position", code: exitUsage},
		{name: "no depth", args: "perft -game bachet -depth 0", stderr: "-depth", code: exitUsage},
		{name: "no games", args: "play -game bachet -games 0", stderr: "-games", code: exitUsage},
	} {
		s.play(t)
	}
	for _, c := range commands() {
		script{name: c.name + " -h", args: c.name + " -h", stdout: "…arena " + c.name}.play(t)
		if !strings.Contains(usage(), c.about) {
			t.Errorf("the usage text does not list %s", c.name)
		}
	}
}

func TestRules(t *testing.T) {
	for _, s := range []script{
		{
			name: "contract",
			stdin: `{"game":"bachet","type":"legal","left":15,"max":3,"misere":false}` + "\n" +
				`{"game":"bachet","type":"best","left":15,"max":3,"misere":false}` + "\n" +
				`{"game":"bachet","type":"best","left":15,"max":3,"misere":true}` + "\n",
			stdout: `{"legal":[1,2,3]}` + "\n" + `{"take":3}` + "\n" + `{"take":2}` + "\n",
		},
		{
			name: "ids of any kind come back",
			stdin: `{"id":1,"game":"bachet","type":"legal","left":1}` + "\n" +
				`{"game":"bachet","type":"best","left":4,"id":"a \"b\""}` + "\n" +
				`{"id":[1, {"x":null}],"game":"bachet","type":"best","left":0}` + "\n" +
				`{"id":null,"game":"bachet","type":"best","left":2}` + "\n",
			stdout: `{"id":1,"legal":[1]}` + "\n" + `{"id":"a \"b\"","take":1}` + "\n" +
				`{"id":[1, {"x":null}],"error":"no stick is left"}` + "\n" + `{"id":null,"take":2}` + "\n",
		},
		{
			name:  "a bad request does not end it",
			stdin: "\n[1]\n{\"id\":5}\n{\"game\":7}\n{\"id\":6,\"game\":\"bachet\"}\nnull\r\n{\"game\":\"bachet\",\"type\":\"best\",\"left\":9}\r\n",
			stdout: `{"error":"the request is not a JSON object"}` + "\n" +
				`{"error":"the request is not a JSON object"}` + "\n" +
				`{"id":5,"error":"\"game\" is missing"}` + "\n" +
				`{"error":"\"game\" is not a string"}` + "\n" +
				`{"id":6,"error":"\"left\" is missing"}` + "\n" +
				`{"error":"the request is not a JSON object"}` + "\n" +
				`{"take":1}` + "\n",
		},
		{
			name:   "last line without its end",
			stdin:  `{"game":"bachet","type":"best","left":15}`,
			stdout: `{"take":3}` + "\n",
		},
		{name: "no input"},
		{
			name: "another game, and the rule that forbids a move",
			stdin: `{"id":1,"game":"ashtarashki","type":"legal","pos":"w M3c7 M2d8,M2e7"}` + "\n" +
				`{"id":2,"game":"ashtarashki","type":"apply","pos":"w M3c3,M2h2 M2d4,M1h8","move":"M2g3"}` + "\n" +
				`{"id":3,"game":"ashtarashki","type":"legal","pos":"here"}` + "\n",
			stdout: "…" + `{"id":1,"legal":["M3:d8"],"outcome":null}` + "\n" +
				`{"id":2,"error":"refused by ashtarashki.must-capture","rule":"ashtarashki.must-capture"}` + "\n" +
				`{"id":3,"error":`,
		},
		{
			name: "a game with dice",
			stdin: `{"id":1,"game":"nardy","type":"status","variant":"classic","pos":"15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}` + "\n" +
				`{"id":2,"game":"nardy","type":"status"}` + "\n",
			stdout: "…" + `{"id":1,"status":{"over":false,"winner":null,"kind":null,"points":0}}` + "\n" + `{"id":2,"error":`,
		},
	} {
		s.args = "rules"
		s.play(t)
	}
}

func TestRulesReadsLinesOfAMegabyteAndRefusesLongerOnes(t *testing.T) {
	request := `{"game":"bachet","type":"best","left":15,"pad":"`
	long := request + strings.Repeat("x", maxLine-len(request)-2) + `"}`
	script{
		args:   "rules",
		stdin:  long + "\n" + long + " \n" + strings.Repeat("y", 3*maxLine) + "\n" + request + `"}` + "\n" + long + "!",
		stdout: `{"take":3}` + "\n" + tooLong + tooLong + `{"take":3}` + "\n" + tooLong,
	}.play(t)
}

const tooLong = `{"error":"the line is longer than 1048576 bytes"}` + "\n"

// TestRulesAnswersBeforeTheNextRequest holds a conversation.
func TestRulesAnswersBeforeTheNextRequest(t *testing.T) {
	requests, write := io.Pipe()
	read, answers := io.Pipe()
	ended := make(chan int, 1)
	go func() { ended <- run(t.Context(), []string{"rules"}, requests, answers, io.Discard) }()
	for _, n := range []string{"5", "6", "7"} {
		if _, err := io.WriteString(write, `{"game":"bachet","type":"best","left":`+n+"}\n"); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"5": "{\"take\":1}\n", "6": "{\"take\":2}\n", "7": "{\"take\":3}\n"}[n]
		got := make([]byte, len(want))
		if _, err := io.ReadFull(read, got); err != nil || string(got) != want {
			t.Fatalf("%s sticks: %q (error %v), want %q", n, got, err, want)
		}
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

func TestFiltersEndWithTheContextAndWithBrokenPipes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	waiting, write := io.Pipe()
	t.Cleanup(func() { _ = write.Close() })
	ended := make(chan int, 1)
	var stderr strings.Builder
	go func() { ended <- run(ctx, []string{"rules"}, waiting, io.Discard, &stderr) }()
	cancel()
	if code := <-ended; code != exitFailed || !strings.Contains(stderr.String(), "canceled") {
		t.Errorf("ended: exit code %d, %s", code, stderr.String())
	}

	broken, closed := io.Pipe()
	if err := broken.CloseWithError(errors.New("nobody reads")); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	request := strings.NewReader(`{"game":"bachet","type":"best","left":5}` + "\n")
	if code := run(t.Context(), []string{"rules"}, request, closed, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "nobody reads") {
		t.Errorf("broken output: exit code %d, %s", code, stderr.String())
	}
	lost, lose := io.Pipe()
	if err := lose.CloseWithError(errors.New("disk on fire")); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	if code := run(t.Context(), []string{"rules"}, lost, io.Discard, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "disk on fire") {
		t.Errorf("broken input: exit code %d, %s", code, stderr.String())
	}
}

func TestBot(t *testing.T) {
	for _, s := range []script{
		{
			name:   "contract",
			args:   "bot -game bachet -variant classic -bot winning",
			stdin:  `{"left":15,"max":3,"misere":false}` + "\n" + `{"left":12}` + "\n",
			stdout: `{"take":3}` + "\n" + `{"take":1}` + "\n",
		},
		{
			name:   "the strongest bot unless one is named",
			args:   "bot -game bachet",
			stdin:  `{"id":3,"left":7}` + "\n",
			stdout: `{"id":3,"take":3}` + "\n",
		},
		{
			name:   "further fields",
			args:   "bot -game bachet",
			stdin:  `{"game":"bachet","variant":"classic","left":7,"dice":[3,1]}` + "\n",
			stdout: `{"take":3}` + "\n",
		},
		{
			name:   "the variant stands in for what is left out",
			args:   "bot -game bachet -variant misere",
			stdin:  `{"left":15}` + "\n" + `{"left":15,"misere":false}` + "\n" + `{}` + "\n",
			stdout: `{"take":2}` + "\n" + `{"take":3}` + "\n" + `{"error":"\"left\" is missing"}` + "\n",
		},
		{
			name:   "options go before those of the variant",
			args:   `bot -game bachet -variant misere -options {"max":4}`,
			stdin:  `{"left":15}` + "\n",
			stdout: `{"take":4}` + "\n",
		},
		{
			name:   "bad requests",
			args:   "bot -game bachet -bot random",
			stdin:  "what\n" + `{"left":0}` + "\n" + `{"id":2,"left":1}` + "\n",
			stdout: `{"error":"the request is not a JSON object"}` + "\n" + `{"error":"no stick is left"}` + "\n" + `{"id":2,"take":1}` + "\n",
		},
	} {
		s.play(t)
	}
}

func TestBotRepeatsItselfForASeed(t *testing.T) {
	outputs := map[string]string{}
	for _, args := range []string{"-seed 5", "-seed 5 -game bachet", "-seed 6"} {
		var stdout, stderr strings.Builder
		words := append([]string{"bot", "-game", "bachet", "-bot", "random"}, strings.Fields(args)...)
		stdin := strings.NewReader(strings.Repeat(`{"left":50,"max":9}`+"\n", 40))
		if code := run(t.Context(), words, stdin, &stdout, &stderr); code != exitOK {
			t.Fatal(stderr.String())
		}
		outputs[args] = stdout.String()
	}
	if outputs["-seed 5"] != outputs["-seed 5 -game bachet"] {
		t.Error("one seed gives two outputs")
	}
	if outputs["-seed 5"] == outputs["-seed 6"] {
		t.Error("two seeds give one output")
	}
}

func TestPerft(t *testing.T) {
	script{
		name: "classic",
		args: "perft -game bachet -depth 6",
		// 3^n until the shortest games end after five takes of three.
		stdout: `{"depth":1,"leaves":3,"over":0}` + "\n" + `{"depth":2,"leaves":9,"over":0}` + "\n" +
			`{"depth":3,"leaves":27,"over":0}` + "\n" + `{"depth":4,"leaves":81,"over":0}` + "\n" +
			`{"depth":5,"leaves":243,"over":1}` + "\n" + `{"depth":6,"leaves":702,"over":51}` + "\n",
	}.play(t)
	script{
		name: "from a position, with options",
		args: `perft -game bachet -options {"sticks":4,"max":2} -depth 9 -pos`, stderr: "needs an argument", code: exitUsage,
	}.play(t)
	var stdout, stderr strings.Builder
	args := []string{"perft", "-game", "bachet", "-options", `{"sticks":5,"max":2}`, "-depth", "9", "-pos", "4 second"}
	if code := run(t.Context(), args, nil, &stdout, &stderr); code != exitOK {
		t.Fatal(stderr.String())
	}
	// Four sticks by ones and twos: 1111, 112, 121, 211, 22.
	if !strings.HasSuffix(stdout.String(), `{"depth":9,"leaves":5,"over":5}`+"\n") {
		t.Errorf("output:\n%s", stdout.String())
	}
}

func BenchmarkRules(b *testing.B) {
	line := `{"id":1,"game":"bachet","type":"legal","left":15,"max":3,"misere":false}` + "\n"
	stdin := strings.NewReader(strings.Repeat(line, b.N))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	b.ResetTimer()
	if code := run(b.Context(), []string{"rules"}, stdin, io.Discard, io.Discard); code != exitOK {
		b.Fatal(code)
	}
}
