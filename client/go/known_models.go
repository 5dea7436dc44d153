package shapewright

import (
	"container/list"
	"sync"

	"google.golang.org/protobuf/proto"

	v1 "dev.shapewright/shapewright/v1"
)

const (
	maxKnown     = 1024
	maxSends     = 16
	maxSpecBytes = 64 << 20
)

// knownModels are models and inferences that are named by their ids alone, as a server has answered for them.
//
// Behind one target there may be several servers, each of which must be sent the model once, and nobody can tell which
// one a call reaches: after the n-th time that one did not know a model, the next n calls send it too, whoever they
// reach, so that all of them come to know it.
type knownModels struct {
	mutex     sync.Mutex
	models    latest[sends]
	specs     latest[told]
	specBytes int
}

// sends counts how often a model was missed, and how many calls still send it.
type sends struct{ misses, left int }

// told is what an inference stands for, and the route to that model.
type told struct {
	spec  *v1.ModelSpec
	route string
}

func newKnownModels() *knownModels {
	return &knownModels{models: newLatest[sends](), specs: newLatest[told]()}
}

// isNamed tells whether to send only the id.
func (k *knownModels) isNamed(id string) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	model, found := k.models.get(id)
	return found && model.left == 0
}

// sent: a server has answered for the model itself.
func (k *knownModels) sent(id string) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	model, _ := k.models.get(id)
	k.models.put(id, sends{model.misses, max(model.left-1, 0)})
	if k.models.len() > maxKnown {
		k.models.removeOldest()
	}
}

// missed: a server did not know the id; the model goes to one at once.
func (k *knownModels) missed(id string) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if model, found := k.models.get(id); found {
		misses := min(model.misses+1, maxSends)
		k.models.put(id, sends{misses, 1 + misses})
	}
}

// told: a server has said that the inference stands for this.
func (k *knownModels) told(inferenceID string, spec *v1.ModelSpec, route string) {
	size := proto.Size(spec)
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if _, found := k.specs.get(inferenceID); found || size > maxSpecBytes {
		return
	}
	k.specs.put(inferenceID, told{spec, route})
	k.specBytes += size
	for k.specBytes > maxSpecBytes || k.specs.len() > maxKnown {
		k.specBytes -= proto.Size(k.specs.removeOldest().spec)
	}
}

// spec is what an inference stands for; nil if nobody has told, or it was long ago.
func (k *knownModels) spec(inferenceID string) *v1.ModelSpec {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	inference, _ := k.specs.get(inferenceID)
	return inference.spec
}

// route leads to the model that an inference stands for, as far as it was told.
func (k *knownModels) route(inferenceID string) string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if inference, found := k.specs.get(inferenceID); found {
		return inference.route
	}
	return inferenceID
}

// latest is a map whose entries are in the order of their last use.
type latest[Value any] struct {
	order *list.List // of entries, the oldest first
	byKey map[string]*list.Element
}

type entry[Value any] struct {
	key   string
	value Value
}

func newLatest[Value any]() latest[Value] {
	return latest[Value]{order: list.New(), byKey: map[string]*list.Element{}}
}

func (l *latest[Value]) len() int { return l.order.Len() }

func (l *latest[Value]) get(key string) (value Value, found bool) {
	element, found := l.byKey[key]
	if !found {
		return value, false
	}
	l.order.MoveToBack(element)
	return element.Value.(entry[Value]).value, true
}

func (l *latest[Value]) put(key string, value Value) {
	if element, found := l.byKey[key]; found {
		l.order.Remove(element)
	}
	l.byKey[key] = l.order.PushBack(entry[Value]{key, value})
}

func (l *latest[Value]) removeOldest() Value {
	oldest := l.order.Remove(l.order.Front()).(entry[Value])
	delete(l.byKey, oldest.key)
	return oldest.value
}
