package shapewright

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// InputsFailure is what a failure is counted by that is of no check: an input is missing, unknown, or of another type.
const InputsFailure = "inputs"

// Door lets requests to a model through, or refuses them, by its guard. In shadow mode all are let through, and those that
// would be refused are counted and told. In enforcing mode requests that fail are refused; undecided ones are let through.
// Any number of goroutines may use it.
type Door struct {
	guard     *Guard
	onFailure func(*Admission)
	enforces  atomic.Bool
	mutex     sync.Mutex
	counts    DoorCounts
}

// Admission is what a door says of a request.
type Admission struct {
	// Admitted: it is to be run. In shadow mode always.
	Admitted bool
	// Result is what the guard says of it.
	Result *GuardResult
}

// DoorCounts is what a door has seen so far.
type DoorCounts struct {
	// Requests had this verdict.
	Requests map[Verdict]int64
	// Failures of each check, by its text, or InputsFailure: the requests that failed it.
	Failures map[string]int64
	// Refused requests. In shadow mode none.
	Refused int64
}

// NewDoor makes a door in shadow mode. `onFailure` is called for each request that fails; nil: nothing is.
func NewDoor(guard *Guard, onFailure func(*Admission)) *Door {
	counts := DoorCounts{Requests: map[Verdict]int64{Pass: 0, Fail: 0, Undecided: 0}, Failures: map[string]int64{}}
	return &Door{guard: guard, onFailure: onFailure, counts: counts}
}

// Enforce says whether requests are refused from now on.
func (d *Door) Enforce(enforces bool) { d.enforces.Store(enforces) }

// Admit checks a request, as Guard.Check does, and counts it.
func (d *Door) Admit(inputs map[string]GuardTensor) *Admission {
	result := d.guard.Check(inputs)
	admission := &Admission{Admitted: result.Verdict != Fail || !d.enforces.Load(), Result: result}
	d.count(admission)
	if result.Verdict == Fail && d.onFailure != nil {
		d.onFailure(admission)
	}
	return admission
}

func (d *Door) count(admission *Admission) {
	failed := map[string]bool{}
	for _, problem := range admission.Result.Problems {
		if problem.IsFailure && problem.Check < 0 {
			failed[InputsFailure] = true
		} else if problem.IsFailure {
			failed[d.guard.program.GetChecks()[problem.Check].GetMessage()] = true
		}
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.counts.Requests[admission.Result.Verdict]++
	for text := range failed {
		d.counts.Failures[text]++
	}
	if !admission.Admitted {
		d.counts.Refused++
	}
}

// Counts is what it has seen so far.
func (d *Door) Counts() DoorCounts {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	counts := DoorCounts{Requests: map[Verdict]int64{}, Failures: map[string]int64{}, Refused: d.counts.Refused}
	for verdict, number := range d.counts.Requests {
		counts.Requests[verdict] = number
	}
	for text, number := range d.counts.Failures {
		counts.Failures[text] = number
	}
	return counts
}

// Metrics are the counts in the text format of Prometheus, labeled with the name of the model.
func (d *Door) Metrics(model string) string { return DoorMetrics(map[string]*Door{model: d}) }

// DoorMetrics are the counts of doors by the names of their models, in the text format of Prometheus.
func DoorMetrics(doors map[string]*Door) string {
	var requests, failures, refused strings.Builder
	for _, model := range slices.Sorted(maps.Keys(doors)) {
		counts := doors[model].Counts()
		label := `model="` + metricEscapes.Replace(model) + `"`
		for _, verdict := range slices.Sorted(maps.Keys(counts.Requests)) {
			fmt.Fprintf(&requests, "shapewright_door_requests_total{%s,verdict=\"%s\"} %d\n", label, verdict, counts.Requests[verdict])
		}
		for _, text := range slices.Sorted(maps.Keys(counts.Failures)) {
			fmt.Fprintf(&failures, "shapewright_door_failures_total{%s,check=\"%s\"} %d\n", label, metricEscapes.Replace(text), counts.Failures[text])
		}
		fmt.Fprintf(&refused, "shapewright_door_refused_total{%s} %d\n", label, counts.Refused)
	}
	return doorFamily("requests", "Requests, by what the guard says of them.") + requests.String() +
		doorFamily("failures", "Requests that fail a check.") + failures.String() +
		doorFamily("refused", "Requests that were refused.") + refused.String()
}

var metricEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func doorFamily(name, text string) string {
	return fmt.Sprintf("# HELP shapewright_door_%s_total %s\n# TYPE shapewright_door_%s_total counter\n", name, text, name)
}
