package shapewright

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestDoorRefusesWhatFailsUnlessInShadow(t *testing.T) {
	for _, each := range readGuards(t).Requests {
		guard, err := loadGuard(t, each.Program)
		if err != nil {
			t.Fatal(err)
		}
		for _, enforces := range []bool{false, true} {
			told := int64(0)
			door := NewDoor(guard, func(*Admission) { told++ })
			door.Enforce(enforces)
			verdicts := map[Verdict]int64{Pass: 0, Fail: 0, Undecided: 0}
			others := int64(0)
			for n, request := range each.Requests {
				admission := door.Admit(request.tensors())
				fails := request.Verdict == "fail"
				if admission.Admitted != (!fails || !enforces) {
					t.Errorf("request %d: %+v at enforces = %t", n, admission, enforces)
				}
				verdicts[admission.Result.Verdict]++
				if fails && request.Others > 0 {
					others++
				}
			}
			counts := door.Counts()
			refused := int64(0)
			if enforces {
				refused = verdicts[Fail]
			}
			if !reflect.DeepEqual(counts.Requests, verdicts) || counts.Refused != refused || told != verdicts[Fail] ||
				counts.Failures[InputsFailure] != others {
				t.Errorf("%+v, told %d, not %v, %d refused, %d of inputs", counts, told, verdicts, refused, others)
			}
		}
	}
}

func TestDoorIsSwitchedWhileItRuns(t *testing.T) {
	each := readGuards(t).Requests[0]
	guard, err := loadGuard(t, each.Program)
	if err != nil {
		t.Fatal(err)
	}
	door := NewDoor(guard, nil)
	const callers, rounds = 8, 50
	var group sync.WaitGroup
	for range callers {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range rounds {
				door.Enforce(i%2 == 0)
				door.Admit(each.Requests[i%len(each.Requests)].tensors())
			}
		}()
	}
	group.Wait()
	sum := int64(0)
	for _, number := range door.Counts().Requests {
		sum += number
	}
	if sum != callers*rounds {
		t.Errorf("%d requests are counted, not %d", sum, callers*rounds)
	}
}

func TestDoorMetricsAreThoseOfPrometheus(t *testing.T) {
	each := readGuards(t).Requests[0]
	guard, err := loadGuard(t, each.Program)
	if err != nil {
		t.Fatal(err)
	}
	door := NewDoor(guard, nil)
	door.Enforce(true)
	for _, request := range each.Requests {
		door.Admit(request.tensors())
	}
	text := DoorMetrics(map[string]*Door{"a \"b\"\\c": door, "d": NewDoor(guard, nil)})
	counts := door.Counts()
	expected := []string{
		fmt.Sprintf(`shapewright_door_requests_total{model="a \"b\"\\c",verdict="fail"} %d`, counts.Requests[Fail]),
		fmt.Sprintf(`shapewright_door_requests_total{model="a \"b\"\\c",verdict="pass"} %d`, counts.Requests[Pass]),
		fmt.Sprintf(`shapewright_door_refused_total{model="a \"b\"\\c"} %d`, counts.Refused),
		`shapewright_door_refused_total{model="d"} 0`,
		"# TYPE shapewright_door_failures_total counter",
	}
	for check, number := range counts.Failures {
		expected = append(expected, fmt.Sprintf(`shapewright_door_failures_total{model="a \"b\"\\c",check="%s"} %d`, check, number))
	}
	lines := strings.Split(text, "\n")
	for _, line := range expected {
		number := 0
		for _, other := range lines {
			if other == line {
				number++
			}
		}
		if number != 1 {
			t.Errorf("%d times %s in\n%s", number, line, text)
		}
	}
}
