package shapewright

import (
	"bytes"
	"encoding/base64"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Puts the elements of small constants into the text of an OpenVINO IR, from the .bin beside it; core/wire/ir_constants.h
// tells the rule.

const mostElementBytes = 8192

var (
	dataTag       = regexp.MustCompile(`<data[ \t\n\v\f\r]`)
	dataAttribute = regexp.MustCompile(`^[ \t\n\v\f\r]*([^= \t\r\n<>"'/]+)=("[^"]*"|'[^']*')`)
	dataEnd       = regexp.MustCompile(`^[ \t\n\v\f\r]*[>/]`)
	irNumber      = regexp.MustCompile(`^[0-9]{1,18}$`)
)

// irWeights is the name of the file of weights beside a model.
func irWeights(path string) string {
	name := filepath.Base(path)
	if suffix := filepath.Ext(name); suffix != name {
		name = strings.TrimSuffix(name, suffix)
	}
	return name + ".bin"
}

// numberOf is a number, -1 for another text.
func numberOf(text string) int64 {
	if !irNumber.MatchString(text) {
		return -1
	}
	number, _ := strconv.ParseInt(text, 10, 64)
	return number
}

// isSmallShape tells whether a shape comes to 1 to 1,024 elements.
func isSmallShape(shape string) bool {
	if shape == "" {
		return true
	}
	count := int64(1)
	for _, part := range strings.Split(shape, ",") {
		dim := numberOf(strings.Trim(part, " \t\n\v\f\r"))
		if dim <= 0 || dim > keepElements || count*dim > keepElements {
			return false
		}
		count *= dim
	}
	return true
}

// readDataTag gives the attributes of a tag, nil where they are written otherwise; and where they end.
func readDataTag(text []byte, position int) (map[string]string, int) {
	tag := map[string]string{}
	for !dataEnd.Match(text[position:]) {
		found := dataAttribute.FindSubmatchIndex(text[position:])
		if found == nil {
			return nil, position
		}
		tag[string(text[position+found[2]:position+found[3]])] = string(text[position+found[4]+1 : position+found[5]-1])
		position += found[1]
	}
	return tag, position
}

// smallConstant tells where the elements of a small constant are; a size of 0: it is none.
func smallConstant(tag map[string]string) (offset, size int64) {
	_, isTyped := tag["element_type"]
	shape, isShaped := tag["shape"]
	_, hasElements := tag["elements"]
	offset, size = numberOf(tag["offset"]), numberOf(tag["size"])
	if !isTyped || !isShaped || hasElements || offset < 0 || size <= 0 || size > mostElementBytes || !isSmallShape(shape) {
		return 0, 0
	}
	return offset, size
}

// inlineIRConstants is the text with the elements of small constants in it; read gives nil for what cannot be had.
func inlineIRConstants(text []byte, read func(offset, size int64) []byte) []byte {
	var sent bytes.Buffer
	copied, position := 0, 0
	for {
		found := dataTag.FindIndex(text[position:])
		if found == nil {
			break
		}
		behind := position + found[1] - 1
		tag, end := readDataTag(text, behind)
		position = end
		offset, size := smallConstant(tag)
		if size == 0 {
			continue
		}
		elements := read(offset, size)
		if elements == nil {
			continue
		}
		sent.Write(text[copied:behind])
		sent.WriteString(` elements="` + base64.StdEncoding.EncodeToString(elements) + `"`)
		copied = behind
	}
	sent.Write(text[copied:])
	return sent.Bytes()
}
