package shapewright

import (
	"reflect"
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
