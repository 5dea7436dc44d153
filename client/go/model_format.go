package shapewright

import (
	"bytes"
	"regexp"
)

// Which files are no ONNX models, by content: core/wire/model_format.cc has the same rules.

const (
	mostSkipped  = 64 << 10
	irVersionTag = 8
)

var (
	blank    = regexp.MustCompile(`^(?:[ \t\n\v\f\r]+|//[^\n]*\n)*`)
	mlirText = regexp.MustCompile(`^(?:module|builtin\.module|func\.func|"builtin\.module"|"func\.func"|\{-#|[#!][\w$.-]+[ =]|HloModule)`)
	xmlText  = regexp.MustCompile(`^[ \t\n\v\f\r]*(?:<\?xml|<net )`)
	bytecode = []byte("ML\xefR")
	byteMark = []byte("\xef\xbb\xbf")
)

func head(content []byte) []byte { return content[:min(len(content), mostSkipped)] }

// isOpenvinoIR tells whether the content is the text of OpenVINO's intermediate representation.
func isOpenvinoIR(content []byte) bool {
	return xmlText.Match(bytes.TrimPrefix(head(content), byteMark))
}

// isONNX tells whether the content has the mark of no other format; ONNX models have none.
func isONNX(content []byte) bool {
	if len(content) == 0 || content[0] == irVersionTag {
		return true
	}
	text := head(content)
	return !bytes.HasPrefix(content, bytecode) && !mlirText.Match(text[len(blank.Find(text)):]) && !isOpenvinoIR(content)
}
