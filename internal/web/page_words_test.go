package web_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
)

func TestTheVerdictBlamesWhatDecidedTheRound(t *testing.T) {
	for name, test := range map[string]struct {
		bot, starts string
		sticks      string
		do          []string // numbers to take, or "resign"
		ru, en      string
	}{
		"a won position resigned": {
			"winning", "first", "15",
			[]string{"3", "resign"},
			"Партию решила сдача: отсюда вы ещё могли выиграть.",
			"Resigning decided it: you could still have won from there.",
		},
		"a lost position resigned": {
			"winning", "first", "4",
			[]string{"resign"},
			"Никто не упустил выигрыша: исход был решён с самого начала.",
			"Nobody let a win slip: the round was decided from its beginning.",
		},
		"resigned after a slip of one's own": {
			"winning", "first", "15",
			[]string{"1", "resign"},
			"Партию решил ваш ход 1: палочек было 15, надо было взять 3.",
			"Your move 1 decided it: with 15 left you needed to take 3.",
		},
		"won without a mistake": {
			"winning", "first", "3",
			[]string{"3"},
			"Вы не ошиблись ни разу: выигрыш был ваш с первого хода до последнего.",
			"You made no mistake at all: the win was yours from your first move to the last.",
		},
	} {
		for lang, want := range map[string]string{"": test.ru, "/en": test.en} {
			b := newPages(t).browser()
			b.start(lang+"/bachet", "mode", "computer", "bot", test.bot, "starts", test.starts, "sticks", test.sticks)
			for _, do := range test.do {
				if do == "resign" {
					b.press("resign-form")
				} else {
					b.take(do)
				}
			}
			if got := b.text("#verdict"); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestNobodyIsBlamedWhoLooksOn: who is not at the table reads no "you".
func TestNobodyIsBlamedWhoLooksOn(t *testing.T) {
	site := newPages(t)
	b, onlooker := site.browser(), site.browser()
	b.start("/bachet", "mode", "hotseat")
	b.press("resign-form")
	onlooker.open(b.where.Path)
	for _, one := range []*browser{b, onlooker} {
		one.wants("#verdict", "Партию решила сдача: в этом положении ещё можно было выиграть.")
	}
}

func TestNamesInTheMiddleOfASentenceAreSmall(t *testing.T) {
	site := newPages(t)
	host, onlooker := site.browser(), site.browser()
	host.start("/bachet", "mode", "link")
	host.wants("#next-rule", "Следующую начнёт соперник: первый ход делают по очереди.")
	onlooker.open(host.where.Path)
	onlooker.wants("#headline", "Ходит игрок 1")
	onlooker.wants(`[data-seat="second"] .seat-name`, "Второго игрока ещё нет")
	host.open("/en" + host.where.Path)
	host.wants("#next-rule", "In the next one your opponent will begin: players begin by turns.")

	b := site.browser()
	b.start("/en/bachet", "mode", "computer", "bot", "winning", "starts", "first", "sticks", "4")
	b.take("1")
	b.wants("#detail", "The last stick goes to the computer.")
	b.open(strings.TrimPrefix(b.where.Path, "/en"))
	b.wants("#detail", "Последнюю палочку берёт компьютер.")
}

func TestBothNamesCanBeChangedAtOneDevice(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat", "name1", "Аня", "name2", "Боря")
	b.submit(b.page.Find("form#rename-2"), nil, "text", "Вера")
	b.submit(b.page.Find("form#rename-1"), nil, "text", "Глеб")
	if s := b.snapshot(); s.Seat(game.First).Name != "Глеб" || s.Seat(game.Second).Name != "Вера" {
		t.Errorf("the seats are %v", s.Seats)
	}
	b.wants("h1", "Баше: Глеб — Вера")
}

func TestAProposalStandsInTheMessageAndCanBeDeclined(t *testing.T) {
	site := newPages(t)
	host, guest := site.browser(), site.browser()
	host.start("/bachet", "mode", "link", "name1", "Аня")
	path, code, _ := strings.Cut(strings.TrimPrefix(host.page.Find("#invite-link").AttrOr("value", ""), "http://hod.test"), "#")
	guest.open(path)
	guest.submit(guest.page.Find("form#join"), nil, "invitation", code)
	host.open(host.where.Path)
	host.press("reset-form")
	if _, hidden := host.page.Find("#offer").Attr("hidden"); !hidden {
		t.Error("who proposes is asked")
	}
	guest.open(guest.where.Path)
	if _, hidden := guest.page.Find("#message #offer").Attr("hidden"); hidden {
		t.Error("the proposal is hidden")
	}
	guest.wants("#asked", "Аня: предлагаю сбросить счёт и начать серию заново.")
	guest.press("decline")
	if s := guest.snapshot(); s.Asked != nil {
		t.Errorf("%v is still asked", s.Asked)
	}
	if _, hidden := guest.page.Find("#offer").Attr("hidden"); !hidden {
		t.Error("what was declined is still asked")
	}
}
