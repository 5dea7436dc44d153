// Written by tests/conformance/write_onnx_inputs.py from the operator schemas of onnx
// 1.23.2: change nothing here.
#include "core/rules/registry/onnx_inputs.h"

namespace shapewright::ops {
namespace {

using shape::ElementType;
using shape::TypeKind;
using Set = OperandTypeSet;

// clang-format off
constexpr Set kBfloat16 = Set::Of(ElementType::kBfloat16);
constexpr Set kBool = Set::Of(ElementType::kBool);
constexpr Set kComplex128 = Set::Of(ElementType::kComplex128);
constexpr Set kComplex64 = Set::Of(ElementType::kComplex64);
constexpr Set kDouble = Set::Of(ElementType::kDouble);
constexpr Set kFloat = Set::Of(ElementType::kFloat);
constexpr Set kFloat16 = Set::Of(ElementType::kFloat16);
constexpr Set kFloat4e2m1 = Set::Of(ElementType::kFloat4e2m1);
constexpr Set kFloat6e2m3 = Set::Of(ElementType::kFloat6e2m3);
constexpr Set kFloat6e3m2 = Set::Of(ElementType::kFloat6e3m2);
constexpr Set kFloat8e4m3fn = Set::Of(ElementType::kFloat8e4m3fn);
constexpr Set kFloat8e4m3fnuz = Set::Of(ElementType::kFloat8e4m3fnuz);
constexpr Set kFloat8e5m2 = Set::Of(ElementType::kFloat8e5m2);
constexpr Set kFloat8e5m2fnuz = Set::Of(ElementType::kFloat8e5m2fnuz);
constexpr Set kFloat8e8m0 = Set::Of(ElementType::kFloat8e8m0);
constexpr Set kInt16 = Set::Of(ElementType::kInt16);
constexpr Set kInt2 = Set::Of(ElementType::kInt2);
constexpr Set kInt32 = Set::Of(ElementType::kInt32);
constexpr Set kInt4 = Set::Of(ElementType::kInt4);
constexpr Set kInt64 = Set::Of(ElementType::kInt64);
constexpr Set kInt8 = Set::Of(ElementType::kInt8);
constexpr Set kMap = Set::Of(TypeKind::kMap);
constexpr Set kOptional = Set::Of(TypeKind::kOptional);
constexpr Set kSeq = Set::Of(TypeKind::kSequence);
constexpr Set kString = Set::Of(ElementType::kString);
constexpr Set kUint16 = Set::Of(ElementType::kUint16);
constexpr Set kUint2 = Set::Of(ElementType::kUint2);
constexpr Set kUint32 = Set::Of(ElementType::kUint32);
constexpr Set kUint4 = Set::Of(ElementType::kUint4);
constexpr Set kUint64 = Set::Of(ElementType::kUint64);
constexpr Set kUint8 = Set::Of(ElementType::kUint8);
constexpr Set kSigned = kInt8 | kInt16 | kInt32 | kInt64;
constexpr Set kUnsigned = kUint8 | kUint16 | kUint32 | kUint64;
constexpr Set kFloats = kFloat16 | kFloat | kDouble;
constexpr Set kFloats16 = kFloats | kBfloat16;
constexpr Set kFloat8 = kFloat8e4m3fn | kFloat8e4m3fnuz | kFloat8e5m2 | kFloat8e5m2fnuz;
constexpr Set kWide = kFloats | kInt32 | kInt64 | kUint32 | kUint64;
constexpr Set kNumbers = kSigned | kUnsigned | kFloats;
constexpr Set kAll = kNumbers | kComplex64 | kComplex128 | kBool | kString;
constexpr Set kAll13 = kAll | kBfloat16;
constexpr Set kAll19 = kAll13 | kFloat8;
constexpr Set kAll21 = kAll19 | kInt4 | kUint4;
constexpr Set kAll23 = kAll21 | kFloat4e2m1;
constexpr Set kAll24 = kAll23 | kFloat8e8m0;
constexpr Set kAll25 = kAll24 | kInt2 | kUint2;
constexpr Set kAll28 = kAll25 | kFloat6e2m3 | kFloat6e3m2;
constexpr Set kTypes0 = kNumbers | kBfloat16 | kBool;
constexpr Set kTypes1 = kNumbers | kBfloat16 | kBool | kString;
constexpr Set kTypes2 = kNumbers | kFloat8 | kBfloat16 | kBool | kString;
constexpr Set kTypes3 = kNumbers | kFloat8 | kBfloat16 | kBool | kInt4 | kString | kUint4;
constexpr Set kTypes4 = kNumbers | kFloat8 | kBfloat16 | kBool | kFloat4e2m1 | kInt4 | kString |
    kUint4;
constexpr Set kTypes5 = kNumbers | kFloat8 | kBfloat16 | kBool | kFloat4e2m1 | kFloat8e8m0 | kInt4 |
    kString | kUint4;
constexpr Set kTypes6 = kNumbers | kFloat8 | kBfloat16 | kBool | kFloat4e2m1 | kFloat8e8m0 | kInt2 |
    kInt4 | kString | kUint2 | kUint4;
constexpr Set kTypes7 = kBfloat16 | kFloat | kFloat16;
constexpr Set kTypes8 = kInt32 | kInt8 | kUint8;
constexpr Set kTypes9 = kFloat8 | kInt32 | kInt8 | kUint8;
constexpr Set kTypes10 = kFloat8 | kInt16 | kInt32 | kInt4 | kInt8 | kUint16 | kUint4 | kUint8;
constexpr Set kTypes11 = kFloat8 | kFloat4e2m1 | kInt16 | kInt32 | kInt4 | kInt8 | kUint16 | kUint4
    | kUint8;
constexpr Set kTypes12 = kBfloat16 | kFloat | kFloat16 | kFloat8e8m0;
constexpr Set kTypes13 = kFloat8 | kFloat4e2m1 | kInt16 | kInt2 | kInt32 | kInt4 | kInt8 | kUint16 |
    kUint2 | kUint4 | kUint8;
constexpr Set kTypes14 = kFloat8 | kFloat4e2m1 | kFloat6e2m3 | kFloat6e3m2 | kInt16 | kInt2 | kInt32
    | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8;
constexpr Set kTypes15 = kBool | kInt32 | kInt64;
constexpr Set kTypes16 = kAll13 | kOptional | kSeq;
constexpr Set kTypes17 = kAll19 | kOptional | kSeq;
constexpr Set kTypes18 = kAll21 | kOptional | kSeq;
constexpr Set kTypes19 = kAll23 | kOptional | kSeq;
constexpr Set kTypes20 = kAll24 | kOptional | kSeq;
constexpr Set kTypes21 = kAll25 | kOptional | kSeq;
constexpr Set kTypes22 = kFloats16 | kInt32 | kInt64;
constexpr Set kTypes23 = kFloat8 | kInt8 | kUint8;
constexpr Set kTypes24 = kBfloat16 | kFloat | kFloat16 | kInt32;
constexpr Set kTypes25 = kFloat8 | kFloat4e2m1 | kInt16 | kInt4 | kInt8 | kUint16 | kUint4 | kUint8;
constexpr Set kTypes26 = kBfloat16 | kFloat | kFloat16 | kFloat8e8m0 | kInt32;
constexpr Set kTypes27 = kDouble | kFloat | kInt16 | kInt32 | kInt64;
constexpr Set kTypes28 = kFloats16 | kInt16 | kInt32 | kInt64;
constexpr Set kTypes29 = kWide | kBfloat16 | kInt8 | kUint8;
constexpr Set kTypes30 = kDouble | kFloat | kInt32 | kInt64 | kString;
constexpr Set kTypes31 = kDouble | kFloat | kInt32 | kInt64;

constexpr OperandTypes kInputs0[] = {{kFloats}};
constexpr OperandTypes kInputs1[] = {{kNumbers}};
constexpr OperandTypes kInputs2[] = {{kNumbers | kBfloat16}};
constexpr OperandTypes kInputs3[] = {{kFloats16}};
constexpr OperandTypes kInputs4[] = {{kFloats, 0}, {kFloats, 0}};
constexpr OperandTypes kInputs5[] = {{kWide, 0}, {kWide, 0}};
constexpr OperandTypes kInputs6[] = {{kWide | kBfloat16, 0}, {kWide | kBfloat16, 0}};
constexpr OperandTypes kInputs7[] = {{kNumbers | kBfloat16, 0}, {kNumbers | kBfloat16, 0}};
constexpr OperandTypes kInputs8[] = {{kFloats16}, {kInt64}};
constexpr OperandTypes kInputs9[] = {{kBool, 0}, {kBool, 0}};
constexpr OperandTypes kInputs10[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 1}, {kTypes0},
    {kFloats16, 0}, {kFloats16, 1}};
constexpr OperandTypes kInputs11[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 1}, {kTypes0},
    {kFloats16, 0}, {kFloats16, 1}, {kInt64}};
constexpr OperandTypes kInputs12[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0},
    {kFloats, 0}};
constexpr OperandTypes kInputs13[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16,
    1}, {kFloats16, 1}};
constexpr OperandTypes kInputs14[] = {{kFloats16}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16, 1},
    {kFloats16, 1}};
constexpr OperandTypes kInputs15[] = {{kNumbers | kFloat8 | kBfloat16 | kBool | kComplex128 |
    kComplex64 | kFloat4e2m1 | kFloat8e8m0 | kInt2 | kInt4 | kUint2 | kUint4}};
constexpr OperandTypes kInputs16[] = {{kUnsigned, 0}, {kUnsigned, 0}};
constexpr OperandTypes kInputs17[] = {{kSigned | kUnsigned, 0}, {kSigned | kUnsigned, 0}};
constexpr OperandTypes kInputs18[] = {{kSigned | kUnsigned}};
constexpr OperandTypes kInputs19[] = {{kInt32 | kInt64}};
constexpr OperandTypes kInputs20[] = {{kNumbers | kBool}};
constexpr OperandTypes kInputs21[] = {{kNumbers | kBool | kString}};
constexpr OperandTypes kInputs22[] = {{kTypes1}};
constexpr OperandTypes kInputs23[] = {{kTypes2}};
constexpr OperandTypes kInputs24[] = {{kTypes3}};
constexpr OperandTypes kInputs25[] = {{kTypes4}};
constexpr OperandTypes kInputs26[] = {{kTypes5}};
constexpr OperandTypes kInputs27[] = {{kTypes6}};
constexpr OperandTypes kInputs28[] = {{kNumbers | kFloat8 | kBfloat16 | kBool | kFloat4e2m1 |
    kFloat6e2m3 | kFloat6e3m2 | kFloat8e8m0 | kInt2 | kInt4 | kString | kUint2 | kUint4}};
constexpr OperandTypes kInputs29[] = {{kTypes1}, {kTypes1}};
constexpr OperandTypes kInputs30[] = {{kTypes2}, {kTypes2}};
constexpr OperandTypes kInputs31[] = {{kTypes3}, {kTypes3}};
constexpr OperandTypes kInputs32[] = {{kTypes4}, {kTypes4}};
constexpr OperandTypes kInputs33[] = {{kTypes5}, {kTypes5}};
constexpr OperandTypes kInputs34[] = {{kTypes6}, {kTypes6}};
constexpr OperandTypes kInputs35[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}};
constexpr OperandTypes kInputs36[] = {{kFloat}};
constexpr OperandTypes kInputs37[] = {{kAll13}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs38[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}};
constexpr OperandTypes kInputs39[] = {{kNumbers, 0}, {kNumbers, 0}, {kNumbers, 0}};
constexpr OperandTypes kInputs40[] = {{kNumbers | kBfloat16, 0}, {kNumbers | kBfloat16, 0},
    {kNumbers | kBfloat16, 0}};
constexpr OperandTypes kInputs41[] = {{kAll13}, {kInt64}, {kInt64}};
constexpr OperandTypes kInputs42[] = {{kAll}, {kBool}};
constexpr OperandTypes kInputs43[] = {{kAll13}, {kBool}};
constexpr OperandTypes kInputs44[] = {{kFloats, 0, true}};
constexpr OperandTypes kInputs45[] = {{kAll, 0, true}};
constexpr OperandTypes kInputs46[] = {{kAll13, 0, true}};
constexpr OperandTypes kInputs47[] = {{kSeq}};
constexpr OperandTypes kInputs48[] = {{kInt64}};
constexpr OperandTypes kInputs49[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}};
constexpr OperandTypes kInputs50[] = {{kInt8 | kUint8, 0}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 0},
    {kInt8 | kUint8, 1}};
constexpr OperandTypes kInputs51[] = {{kWide | kBfloat16}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs52[] = {{kDouble | kFloat | kInt32 | kInt64 | kUint32 | kUint64},
    {kInt32 | kInt64}};
constexpr OperandTypes kInputs53[] = {{kFloats16}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs54[] = {{kFloats16}, {kInt32 | kInt64}, {kInt64}};
constexpr OperandTypes kInputs55[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16,
    0}, {kFloats16, 0}};
constexpr OperandTypes kInputs56[] = {{kAll}};
constexpr OperandTypes kInputs57[] = {{kAll13}};
constexpr OperandTypes kInputs58[] = {{kTypes8, 0}, {kFloat}, {kTypes8, 0}};
constexpr OperandTypes kInputs59[] = {{kTypes9, 0}, {kTypes7}, {kTypes9, 0}};
constexpr OperandTypes kInputs60[] = {{kTypes10, 0}, {kTypes7}, {kTypes10, 0}};
constexpr OperandTypes kInputs61[] = {{kTypes11, 0}, {kTypes7}, {kTypes11, 0}};
constexpr OperandTypes kInputs62[] = {{kTypes11, 0}, {kTypes12}, {kTypes11, 0}};
constexpr OperandTypes kInputs63[] = {{kTypes13, 0}, {kTypes12}, {kTypes13, 0}};
constexpr OperandTypes kInputs64[] = {{kTypes14, 0}, {kTypes12}, {kTypes14, 0}};
constexpr OperandTypes kInputs65[] = {{kFloats}, {kFloats}, {kBool}};
constexpr OperandTypes kInputs66[] = {{kFloats16}, {kFloats}, {kBool}};
constexpr OperandTypes kInputs67[] = {{kFloats16 | kFloat8}, {kFloats16 | kFloat8}, {kBool}};
constexpr OperandTypes kInputs68[] = {{kNumbers, 0, true}};
constexpr OperandTypes kInputs69[] = {{kNumbers | kBfloat16, 0, true}};
constexpr OperandTypes kInputs70[] = {{kTypes15, 0}, {kTypes15, 0}};
constexpr OperandTypes kInputs71[] = {{kNumbers | kBool, 0}, {kNumbers | kBool, 0}};
constexpr OperandTypes kInputs72[] = {{kTypes0, 0}, {kTypes0, 0}};
constexpr OperandTypes kInputs73[] = {{kTypes1, 0}, {kTypes1, 0}};
constexpr OperandTypes kInputs74[] = {{kAll}, {kInt64}};
constexpr OperandTypes kInputs75[] = {{kAll13}, {kInt64}};
constexpr OperandTypes kInputs76[] = {{kTypes0}};
constexpr OperandTypes kInputs77[] = {{kAll21}};
constexpr OperandTypes kInputs78[] = {{kAll23}};
constexpr OperandTypes kInputs79[] = {{kAll24}};
constexpr OperandTypes kInputs80[] = {{kAll25}};
constexpr OperandTypes kInputs81[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0},
    {kInt32}, {kFloats, 0}};
constexpr OperandTypes kInputs82[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16,
    0}, {kInt32}, {kFloats16, 0}};
constexpr OperandTypes kInputs83[] = {{kAll}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs84[] = {{kWide, 0}, {kWide, 0}, {kWide, 0}};
constexpr OperandTypes kInputs85[] = {{kWide | kBfloat16, 0}, {kWide | kBfloat16, 0}, {kWide |
    kBfloat16, 0}};
constexpr OperandTypes kInputs86[] = {{kNumbers, 0}, {kNumbers, 0}};
constexpr OperandTypes kInputs87[] = {{kAll}, {kFloats}};
constexpr OperandTypes kInputs88[] = {{kAll13}, {kFloats16}};
constexpr OperandTypes kInputs89[] = {{kAll13 | kSeq}};
constexpr OperandTypes kInputs90[] = {{kTypes16}};
constexpr OperandTypes kInputs91[] = {{kTypes17}};
constexpr OperandTypes kInputs92[] = {{kTypes18}};
constexpr OperandTypes kInputs93[] = {{kTypes19}};
constexpr OperandTypes kInputs94[] = {{kTypes20}};
constexpr OperandTypes kInputs95[] = {{kTypes21}};
constexpr OperandTypes kInputs96[] = {{kBool}};
constexpr OperandTypes kInputs97[] = {{kUint8}};
constexpr OperandTypes kInputs98[] = {{kDouble | kFloat}};
constexpr OperandTypes kInputs99[] = {{kFloats16 | kFloat8}};
constexpr OperandTypes kInputs100[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0},
    {kInt32}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0}};
constexpr OperandTypes kInputs101[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16,
    0}, {kInt32}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}};
constexpr OperandTypes kInputs102[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7},
    {kTypes7, 0}, {kTypes7, 0}};
constexpr OperandTypes kInputs103[] = {{kInt64}, {kBool}, {kAll, -1, true}};
constexpr OperandTypes kInputs104[] = {{kInt64}, {kBool}, {kAll | kSeq, -1, true}};
constexpr OperandTypes kInputs105[] = {{kInt64}, {kBool}, {kTypes16, -1, true}};
constexpr OperandTypes kInputs106[] = {{kInt64}, {kBool}, {kTypes17, -1, true}};
constexpr OperandTypes kInputs107[] = {{kInt64}, {kBool}, {kTypes18, -1, true}};
constexpr OperandTypes kInputs108[] = {{kInt64}, {kBool}, {kTypes19, -1, true}};
constexpr OperandTypes kInputs109[] = {{kInt64}, {kBool}, {kTypes20, -1, true}};
constexpr OperandTypes kInputs110[] = {{kInt64}, {kBool}, {kTypes21, -1, true}};
constexpr OperandTypes kInputs111[] = {{kFloats | kInt8 | kUint8}};
constexpr OperandTypes kInputs112[] = {{kFloats16 | kInt8 | kUint8}};
constexpr OperandTypes kInputs113[] = {{kFloats16, 0}, {kFloats16, 0}};
constexpr OperandTypes kInputs114[] = {{kFloats}, {kInt64, 0}, {kInt64, 0}};
constexpr OperandTypes kInputs115[] = {{kFloats16}, {kInt64, 0}, {kInt64, 0}};
constexpr OperandTypes kInputs116[] = {{kFloats16, 0, true}};
constexpr OperandTypes kInputs117[] = {{kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 | kInt64,
    0}, {kFloats16, 1}, {kFloats16, 1}};
constexpr OperandTypes kInputs118[] = {{kSigned | kFloats}};
constexpr OperandTypes kInputs119[] = {{kSigned | kFloats16}};
constexpr OperandTypes kInputs120[] = {{kFloats, 0}, {kInt32 | kInt64}, {kFloats, 0}};
constexpr OperandTypes kInputs121[] = {{kFloats16, 0}, {kInt32 | kInt64}, {kFloats16, 0}};
constexpr OperandTypes kInputs122[] = {{kFloat}, {kFloat}, {kInt64}, {kFloat}, {kFloat}};
constexpr OperandTypes kInputs123[] = {{kNumbers}, {kNumbers}, {kAll}};
constexpr OperandTypes kInputs124[] = {{kNumbers}, {kNumbers}, {kAll13}};
constexpr OperandTypes kInputs125[] = {{kAll | kSeq}};
constexpr OperandTypes kInputs126[] = {{kAll28 | kSeq}};
constexpr OperandTypes kInputs127[] = {{kOptional}};
constexpr OperandTypes kInputs128[] = {{kAll | kOptional | kSeq}};
constexpr OperandTypes kInputs129[] = {{kAll28 | kOptional | kSeq}};
constexpr OperandTypes kInputs130[] = {{kNumbers, 0}, {kInt64}, {kNumbers, 0}};
constexpr OperandTypes kInputs131[] = {{kAll13, 0}, {kInt64}, {kAll13, 0}};
constexpr OperandTypes kInputs132[] = {{kAll13, 0}, {kInt64}, {kAll13, 0}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs133[] = {{kAll21, 0}, {kInt64}, {kAll21, 0}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs134[] = {{kAll23, 0}, {kInt64}, {kAll23, 0}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs135[] = {{kAll24, 0}, {kInt64}, {kAll24, 0}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs136[] = {{kAll25, 0}, {kInt64}, {kAll25, 0}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs137[] = {{kFloats | kInt32 | kInt64}, {kNumbers}};
constexpr OperandTypes kInputs138[] = {{kTypes22}, {kNumbers}};
constexpr OperandTypes kInputs139[] = {{kTypes22}, {kNumbers | kBfloat16}};
constexpr OperandTypes kInputs140[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0}, {kInt8 |
    kUint8, 1}, {kFloat}, {kInt8 | kUint8, 1}, {kFloat}, {kInt8 | kUint8}, {kInt32}};
constexpr OperandTypes kInputs141[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0}, {kInt8 |
    kUint8, 1}, {kFloat}, {kInt8 | kUint8, 1}, {kFloat}, {kInt8 | kUint8}};
constexpr OperandTypes kInputs142[] = {{kTypes23, 0}, {kTypes7, 1}, {kTypes23, 0}, {kTypes23, 2},
    {kTypes7, 1}, {kTypes23, 2}, {kTypes7, 1}, {kTypes23}};
constexpr OperandTypes kInputs143[] = {{kFloat | kInt32}, {kFloat}, {kInt8 | kUint8}};
constexpr OperandTypes kInputs144[] = {{kTypes24, 0}, {kTypes24, 0}, {kTypes23}};
constexpr OperandTypes kInputs145[] = {{kTypes24, 0}, {kTypes24, 0}, {kFloat8 | kInt16 | kInt4 |
    kInt8 | kUint16 | kUint4 | kUint8}};
constexpr OperandTypes kInputs146[] = {{kTypes24}, {kTypes24}, {kTypes25}};
constexpr OperandTypes kInputs147[] = {{kTypes24}, {kTypes26}, {kTypes25}};
constexpr OperandTypes kInputs148[] = {{kTypes24}, {kTypes26}, {kFloat8 | kFloat4e2m1 | kInt16 |
    kInt2 | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8}};
constexpr OperandTypes kInputs149[] = {{kTypes24}, {kTypes26}, {kFloat8 | kFloat4e2m1 | kFloat6e2m3
    | kFloat6e3m2 | kInt16 | kInt2 | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8}};
constexpr OperandTypes kInputs150[] = {{kFloats16}, {kFloats16}};
constexpr OperandTypes kInputs151[] = {{kTypes27, 0}, {kTypes27, 0}, {kTypes27, 0}};
constexpr OperandTypes kInputs152[] = {{kTypes28, 0}, {kTypes28, 0}, {kTypes28, 0}};
constexpr OperandTypes kInputs153[] = {{kWide}};
constexpr OperandTypes kInputs154[] = {{kWide | kBfloat16}};
constexpr OperandTypes kInputs155[] = {{kWide | kBfloat16}, {kInt64}};
constexpr OperandTypes kInputs156[] = {{kWide | kInt8 | kUint8}};
constexpr OperandTypes kInputs157[] = {{kTypes29}};
constexpr OperandTypes kInputs158[] = {{kTypes29}, {kInt64}};
constexpr OperandTypes kInputs159[] = {{kWide | kBfloat16 | kBool | kInt8 | kUint8}, {kInt64}};
constexpr OperandTypes kInputs160[] = {{kString}};
constexpr OperandTypes kInputs161[] = {{kAll19}, {kInt64}};
constexpr OperandTypes kInputs162[] = {{kAll21}, {kInt64}};
constexpr OperandTypes kInputs163[] = {{kAll23}, {kInt64}};
constexpr OperandTypes kInputs164[] = {{kAll24}, {kInt64}};
constexpr OperandTypes kInputs165[] = {{kAll25}, {kInt64}};
constexpr OperandTypes kInputs166[] = {{kAll}, {kFloat}};
constexpr OperandTypes kInputs167[] = {{kAll}, {kFloats}, {kFloat}, {kInt64}};
constexpr OperandTypes kInputs168[] = {{kAll13}, {kFloats}, {kFloat}, {kInt64}};
constexpr OperandTypes kInputs169[] = {{kFloats, 0}, {kFloats, 0}, {kInt64}};
constexpr OperandTypes kInputs170[] = {{kFloats16, 0}, {kFloats16, 0}, {kInt64}};
constexpr OperandTypes kInputs171[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kInt64}};
constexpr OperandTypes kInputs172[] = {{kFloats16, 0}, {kInt32 | kInt64, 1}, {kFloats16, 0}, {kInt32
    | kInt64, 1}};
constexpr OperandTypes kInputs173[] = {{kInt64}, {kAll, -1, true}};
constexpr OperandTypes kInputs174[] = {{kAll, -1, true}};
constexpr OperandTypes kInputs175[] = {{kAll13, -1, true}};
constexpr OperandTypes kInputs176[] = {{kAll19, -1, true}};
constexpr OperandTypes kInputs177[] = {{kAll21, -1, true}};
constexpr OperandTypes kInputs178[] = {{kAll23, -1, true}};
constexpr OperandTypes kInputs179[] = {{kAll24, -1, true}};
constexpr OperandTypes kInputs180[] = {{kAll25, -1, true}};
constexpr OperandTypes kInputs181[] = {{kAll, 0}, {kInt32 | kInt64}, {kAll, 0}};
constexpr OperandTypes kInputs182[] = {{kAll13, 0}, {kInt32 | kInt64}, {kAll13, 0}};
constexpr OperandTypes kInputs183[] = {{kAll, 0}, {kInt64}, {kAll, 0}};
constexpr OperandTypes kInputs184[] = {{kSeq}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs185[] = {{kSeq}, {kAll}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs186[] = {{kSeq}, {kAll | kSeq, -1, true}};
constexpr OperandTypes kInputs187[] = {{kAll19}};
constexpr OperandTypes kInputs188[] = {{kAll}, {kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 |
    kInt64, 0}, {kInt32 | kInt64, 0}};
constexpr OperandTypes kInputs189[] = {{kAll13}, {kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32
    | kInt64, 0}, {kInt32 | kInt64, 0}};
constexpr OperandTypes kInputs190[] = {{kString, 0}, {kString, 0}};
constexpr OperandTypes kInputs191[] = {{kAll24, 0}, {kAll24, 0}, {kInt64}};
constexpr OperandTypes kInputs192[] = {{kInt32 | kInt64 | kString}};
constexpr OperandTypes kInputs193[] = {{kFloats}, {kInt64}};
constexpr OperandTypes kInputs194[] = {{kNumbers}, {kInt64}};
constexpr OperandTypes kInputs195[] = {{kNumbers | kBfloat16}, {kInt64}};
constexpr OperandTypes kInputs196[] = {{kFloats | kBool | kInt32 | kInt64}};
constexpr OperandTypes kInputs197[] = {{kBool}, {kAll, 0}, {kAll, 0}};
constexpr OperandTypes kInputs198[] = {{kBool}, {kAll13, 0}, {kAll13, 0}};
constexpr OperandTypes kInputs199[] = {{kTypes30}, {kInt64}};
constexpr OperandTypes kInputs200[] = {{kTypes31}};
constexpr OperandTypes kInputs201[] = {{kMap}};
constexpr OperandTypes kInputs202[] = {{kInt64 | kString}};
constexpr OperandTypes kInputs203[] = {{kTypes31, 0, true}};
constexpr OperandTypes kInputs204[] = {{kFloat | kInt64 | kString}};
constexpr OperandTypes kInputs205[] = {{kDouble | kFloat | kInt16 | kInt32 | kInt64 | kString}};
constexpr OperandTypes kInputs206[] = {{kTypes30}};
constexpr OperandTypes kInputs207[] = {{kDouble | kFloat}, {kInt64}, {kDouble | kFloat, -1, true}};

constexpr OnnxOperator kOperators[] = {
    {"", "Abs", {{{1, 1, kInputs0}, {6, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "Acos", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Acosh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Add", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "AffineGrid", {{{20, 2, kInputs8}}}},
    {"", "And", {{{1, 2, kInputs9}, {7, 2, kInputs9}}}},
    {"", "ArgMax", {{{1, 1, kInputs1}, {11, 1, kInputs1}, {12, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "ArgMin", {{{1, 1, kInputs1}, {11, 1, kInputs1}, {12, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "Asin", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Asinh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Atan", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Atanh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Attention", {{{23, 3, kInputs10}, {24, 3, kInputs11}, {25, 3, kInputs11}}}},
    {"", "AveragePool", {{{1, 1, kInputs0}, {7, 1, kInputs0}, {10, 1, kInputs0}, {11, 1, kInputs0},
     {19, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "BatchNormalization", {{{1, 5, kInputs12}, {6, 5, kInputs12}, {7, 5, kInputs12}, {9, 5,
     kInputs12}, {14, 5, kInputs13}, {15, 5, kInputs14}}}},
    {"", "Bernoulli", {{{15, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "BitCast", {{{26, 1, kInputs15}}}},
    {"", "BitShift", {{{11, 2, kInputs16}, {28, 2, kInputs17}}}},
    {"", "BitwiseAnd", {{{18, 2, kInputs17}}}},
    {"", "BitwiseNot", {{{18, 1, kInputs18}}}},
    {"", "BitwiseOr", {{{18, 2, kInputs17}}}},
    {"", "BitwiseXor", {{{18, 2, kInputs17}}}},
    {"", "BlackmanWindow", {{{17, 1, kInputs19}}}},
    {"", "Cast", {{{1, 1, kInputs20}, {6, 1, kInputs20}, {9, 1, kInputs21}, {13, 1, kInputs22}, {19,
     1, kInputs23}, {21, 1, kInputs24}, {23, 1, kInputs25}, {24, 1, kInputs26}, {25, 1, kInputs27},
     {28, 1, kInputs28}}}},
    {"", "CastLike", {{{15, 2, kInputs29}, {19, 2, kInputs30}, {21, 2, kInputs31}, {23, 2,
     kInputs32}, {24, 2, kInputs33}, {25, 2, kInputs34}}}},
    {"", "CausalConvWithState", {{{27, 2, kInputs35}}}},
    {"", "Ceil", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Celu", {{{12, 1, kInputs36}, {28, 1, kInputs3}}}},
    {"", "CenterCropPad", {{{18, 2, kInputs37}}}},
    {"", "Clip", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {11, 1, kInputs38}, {12, 1, kInputs39}, {13,
     1, kInputs40}}}},
    {"", "Col2Im", {{{18, 3, kInputs41}}}},
    {"", "Compress", {{{9, 2, kInputs42}, {11, 2, kInputs42}, {28, 2, kInputs43}}}},
    {"", "Concat", {{{1, 1, kInputs44}, {4, 1, kInputs45}, {11, 1, kInputs45}, {13, 1,
     kInputs46}}}},
    {"", "ConcatFromSequence", {{{11, 1, kInputs47}}}},
    {"", "Constant", {{{1, 0, {}}, {9, 0, {}}, {11, 0, {}}, {12, 0, {}}, {13, 0, {}}, {19, 0, {}},
     {21, 0, {}}, {23, 0, {}}, {24, 0, {}}, {25, 0, {}}}}},
    {"", "ConstantOfShape", {{{9, 1, kInputs48}, {20, 1, kInputs48}, {21, 1, kInputs48}, {23, 1,
     kInputs48}, {24, 1, kInputs48}, {25, 1, kInputs48}}}},
    {"", "Conv", {{{1, 2, kInputs38}, {11, 2, kInputs38}, {22, 2, kInputs49}}}},
    {"", "ConvInteger", {{{10, 2, kInputs50}}}},
    {"", "ConvTranspose", {{{1, 2, kInputs38}, {11, 2, kInputs38}, {22, 2, kInputs49}}}},
    {"", "Cos", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Cosh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "CumProd", {{{26, 2, kInputs51}}}},
    {"", "CumSum", {{{11, 2, kInputs52}, {14, 2, kInputs51}}}},
    {"", "DFT", {{{17, 1, kInputs53}, {20, 1, kInputs54}}}},
    {"", "DeformConv", {{{19, 3, kInputs12}, {22, 3, kInputs55}}}},
    {"", "DepthToSpace", {{{1, 1, kInputs56}, {11, 1, kInputs56}, {13, 1, kInputs57}, {28, 1,
     kInputs57}}}},
    {"", "DequantizeLinear", {{{10, 2, kInputs58}, {13, 2, kInputs58}, {19, 2, kInputs59}, {21, 2,
     kInputs60}, {23, 2, kInputs61}, {24, 2, kInputs62}, {25, 2, kInputs63}, {28, 2, kInputs64}}}},
    {"", "Det", {{{11, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Div", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Dropout", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {7, 1, kInputs0}, {10, 1, kInputs0}, {12,
     1, kInputs65}, {13, 1, kInputs66}, {22, 1, kInputs67}}}},
    {"", "DynamicQuantizeLinear", {{{11, 1, kInputs36}}}},
    {"", "Einsum", {{{12, 1, kInputs68}, {28, 1, kInputs69}}}},
    {"", "Elu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Equal", {{{1, 2, kInputs70}, {7, 2, kInputs70}, {11, 2, kInputs71}, {13, 2, kInputs72},
     {19, 2, kInputs73}}}},
    {"", "Erf", {{{9, 1, kInputs1}, {13, 1, kInputs3}}}},
    {"", "Exp", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Expand", {{{8, 2, kInputs74}, {13, 2, kInputs75}}}},
    {"", "EyeLike", {{{9, 1, kInputs20}, {22, 1, kInputs76}}}},
    {"", "Flatten", {{{1, 1, kInputs0}, {9, 1, kInputs56}, {11, 1, kInputs56}, {13, 1, kInputs57},
     {21, 1, kInputs77}, {23, 1, kInputs78}, {24, 1, kInputs79}, {25, 1, kInputs80}}}},
    {"", "Floor", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "GRU", {{{1, 3, kInputs81}, {3, 3, kInputs81}, {7, 3, kInputs81}, {14, 3, kInputs81}, {22,
     3, kInputs82}}}},
    {"", "Gather", {{{1, 2, kInputs83}, {11, 2, kInputs83}, {13, 2, kInputs37}}}},
    {"", "GatherElements", {{{11, 2, kInputs83}, {13, 2, kInputs37}}}},
    {"", "GatherND", {{{11, 2, kInputs74}, {12, 2, kInputs74}, {13, 2, kInputs75}}}},
    {"", "Gelu", {{{20, 1, kInputs3}}}},
    {"", "Gemm", {{{1, 3, kInputs38}, {6, 3, kInputs38}, {7, 3, kInputs38}, {9, 3, kInputs84}, {11,
     2, kInputs84}, {13, 2, kInputs85}}}},
    {"", "GlobalAveragePool", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "GlobalLpPool", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "GlobalMaxPool", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Greater", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs86}, {13, 2, kInputs7}}}},
    {"", "GreaterOrEqual", {{{12, 2, kInputs86}, {16, 2, kInputs7}}}},
    {"", "GridSample", {{{16, 2, kInputs87}, {20, 2, kInputs87}, {22, 2, kInputs88}}}},
    {"", "GroupNormalization", {{{18, 3, kInputs49}, {21, 3, kInputs49}}}},
    {"", "HammingWindow", {{{17, 1, kInputs19}}}},
    {"", "HannWindow", {{{17, 1, kInputs19}}}},
    {"", "HardSigmoid", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "HardSwish", {{{14, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Hardmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Identity", {{{1, 1, kInputs56}, {13, 1, kInputs57}, {14, 1, kInputs89}, {16, 1,
     kInputs90}, {19, 1, kInputs91}, {21, 1, kInputs92}, {23, 1, kInputs93}, {24, 1, kInputs94},
     {25, 1, kInputs95}}}},
    {"", "If", {{{1, 1, kInputs96}, {11, 1, kInputs96}, {13, 1, kInputs96}, {16, 1, kInputs96}, {19,
     1, kInputs96}, {21, 1, kInputs96}, {23, 1, kInputs96}, {24, 1, kInputs96}, {25, 1,
     kInputs96}}}},
    {"", "ImageDecoder", {{{20, 1, kInputs97}}}},
    {"", "InstanceNormalization", {{{1, 3, kInputs38}, {6, 3, kInputs38}, {22, 3, kInputs49}}}},
    {"", "IsInf", {{{10, 1, kInputs98}, {20, 1, kInputs99}}}},
    {"", "IsNaN", {{{9, 1, kInputs0}, {13, 1, kInputs3}, {20, 1, kInputs99}}}},
    {"", "LRN", {{{1, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "LSTM", {{{1, 3, kInputs100}, {7, 3, kInputs100}, {14, 3, kInputs100}, {22, 3,
     kInputs101}}}},
    {"", "LayerNormalization", {{{17, 2, kInputs49}}}},
    {"", "LeakyRelu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {16, 1, kInputs3}}}},
    {"", "Less", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs86}, {13, 2, kInputs7}}}},
    {"", "LessOrEqual", {{{12, 2, kInputs86}, {16, 2, kInputs7}}}},
    {"", "LinearAttention", {{{27, 3, kInputs102}}}},
    {"", "Log", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "LogSoftmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Loop", {{{1, 3, kInputs103}, {11, 2, kInputs103}, {13, 2, kInputs104}, {16, 2,
     kInputs105}, {19, 2, kInputs106}, {21, 2, kInputs107}, {23, 2, kInputs108}, {24, 2,
     kInputs109}, {25, 2, kInputs110}}}},
    {"", "LpNormalization", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "LpPool", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {11, 1, kInputs0}, {18, 1, kInputs0}, {22,
     1, kInputs3}}}},
    {"", "MatMul", {{{1, 2, kInputs4}, {9, 2, kInputs5}, {13, 2, kInputs6}}}},
    {"", "MatMulInteger", {{{10, 2, kInputs50}}}},
    {"", "Max", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {12, 1, kInputs68}, {13,
     1, kInputs69}}}},
    {"", "MaxPool", {{{1, 1, kInputs0}, {8, 1, kInputs0}, {10, 1, kInputs0}, {11, 1, kInputs0}, {12,
     1, kInputs111}, {22, 1, kInputs112}}}},
    {"", "MaxRoiPool", {{{1, 2, kInputs4}, {22, 2, kInputs113}}}},
    {"", "MaxUnpool", {{{9, 2, kInputs114}, {11, 2, kInputs114}, {22, 2, kInputs115}}}},
    {"", "Mean", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {13, 1, kInputs116}}}},
    {"", "MeanVarianceNormalization", {{{9, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "MelWeightMatrix", {{{17, 5, kInputs117}}}},
    {"", "Min", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {12, 1, kInputs68}, {13,
     1, kInputs69}}}},
    {"", "Mish", {{{18, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Mod", {{{10, 2, kInputs86}, {13, 2, kInputs7}, {28, 2, kInputs7}}}},
    {"", "Mul", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Multinomial", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Neg", {{{1, 1, kInputs0}, {6, 1, kInputs118}, {13, 1, kInputs119}}}},
    {"", "NegativeLogLikelihoodLoss", {{{12, 2, kInputs120}, {13, 2, kInputs120}, {22, 2,
     kInputs121}}}},
    {"", "NonMaxSuppression", {{{10, 2, kInputs122}, {11, 2, kInputs122}}}},
    {"", "NonZero", {{{9, 1, kInputs56}, {13, 1, kInputs57}}}},
    {"", "Not", {{{1, 1, kInputs96}}}},
    {"", "OneHot", {{{9, 3, kInputs123}, {11, 3, kInputs123}, {28, 3, kInputs124}}}},
    {"", "Optional", {{{15, 0, kInputs125}, {28, 0, kInputs126}}}},
    {"", "OptionalGetElement", {{{15, 1, kInputs127}, {18, 1, kInputs128}, {28, 1, kInputs129}}}},
    {"", "OptionalHasElement", {{{15, 1, kInputs127}, {18, 0, kInputs128}, {28, 0, kInputs129}}}},
    {"", "Or", {{{1, 2, kInputs9}, {7, 2, kInputs9}}}},
    {"", "PRelu", {{{1, 2, kInputs4}, {6, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs5}, {16, 2,
     kInputs6}}}},
    {"", "Pad", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {11, 2, kInputs130}, {13, 2, kInputs131}, {18,
     2, kInputs132}, {19, 2, kInputs132}, {21, 2, kInputs133}, {23, 2, kInputs134}, {24, 2,
     kInputs135}, {25, 2, kInputs136}}}},
    {"", "Pow", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {12, 2, kInputs137}, {13, 2, kInputs138}, {15,
     2, kInputs139}}}},
    {"", "QLinearConv", {{{10, 8, kInputs140}}}},
    {"", "QLinearMatMul", {{{10, 8, kInputs141}, {21, 8, kInputs142}}}},
    {"", "QuantizeLinear", {{{10, 2, kInputs143}, {13, 2, kInputs143}, {19, 2, kInputs144}, {21, 2,
     kInputs145}, {23, 2, kInputs146}, {24, 2, kInputs147}, {25, 2, kInputs148}, {28, 2,
     kInputs149}}}},
    {"", "RMSNormalization", {{{23, 2, kInputs150}}}},
    {"", "RNN", {{{1, 3, kInputs81}, {7, 3, kInputs81}, {14, 3, kInputs81}, {22, 3, kInputs82}}}},
    {"", "RandomNormal", {{{1, 0, {}}, {22, 0, {}}}}},
    {"", "RandomNormalLike", {{{1, 1, kInputs56}, {22, 1, kInputs57}}}},
    {"", "RandomUniform", {{{1, 0, {}}, {22, 0, {}}}}},
    {"", "RandomUniformLike", {{{1, 1, kInputs56}, {22, 1, kInputs57}}}},
    {"", "Range", {{{11, 3, kInputs151}, {27, 3, kInputs152}}}},
    {"", "Reciprocal", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "ReduceL1", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}}}},
    {"", "ReduceL2", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}}}},
    {"", "ReduceLogSum", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}, {28, 1, kInputs8}}}},
    {"", "ReduceLogSumExp", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}, {28, 1, kInputs8}}}},
    {"", "ReduceMax", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {12, 1, kInputs156}, {13, 1,
     kInputs157}, {18, 1, kInputs158}, {20, 1, kInputs159}}}},
    {"", "ReduceMean", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}}}},
    {"", "ReduceMin", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {12, 1, kInputs156}, {13, 1,
     kInputs157}, {18, 1, kInputs158}, {20, 1, kInputs159}}}},
    {"", "ReduceProd", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}}}},
    {"", "ReduceSum", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs155}}}},
    {"", "ReduceSumSquare", {{{1, 1, kInputs153}, {11, 1, kInputs153}, {13, 1, kInputs154}, {18, 1,
     kInputs155}}}},
    {"", "RegexFullMatch", {{{20, 1, kInputs160}}}},
    {"", "Relu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}, {14, 1, kInputs119}}}},
    {"", "Reshape", {{{1, 1, kInputs0}, {5, 2, kInputs74}, {13, 2, kInputs75}, {14, 2, kInputs75},
     {19, 2, kInputs161}, {21, 2, kInputs162}, {23, 2, kInputs163}, {24, 2, kInputs164}, {25, 2,
     kInputs165}}}},
    {"", "Resize", {{{10, 2, kInputs166}, {11, 3, kInputs167}, {13, 1, kInputs168}, {18, 1,
     kInputs168}, {19, 1, kInputs168}}}},
    {"", "ReverseSequence", {{{10, 2, kInputs74}, {28, 2, kInputs75}}}},
    {"", "RoiAlign", {{{10, 3, kInputs169}, {16, 3, kInputs169}, {22, 3, kInputs170}}}},
    {"", "RotaryEmbedding", {{{23, 3, kInputs171}}}},
    {"", "Round", {{{11, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "STFT", {{{17, 2, kInputs172}}}},
    {"", "Scan", {{{8, 2, kInputs173}, {9, 1, kInputs174}, {11, 1, kInputs174}, {16, 1, kInputs175},
     {19, 1, kInputs176}, {21, 1, kInputs177}, {23, 1, kInputs178}, {24, 1, kInputs179}, {25, 1,
     kInputs180}}}},
    {"", "Scatter", {{{9, 3, kInputs181}, {11, 3, kInputs181}}}},
    {"", "ScatterElements", {{{11, 3, kInputs181}, {13, 3, kInputs182}, {16, 3, kInputs182}, {18, 3,
     kInputs182}}}},
    {"", "ScatterND", {{{11, 3, kInputs183}, {13, 3, kInputs131}, {16, 3, kInputs131}, {18, 3,
     kInputs131}}}},
    {"", "Selu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "SequenceAt", {{{11, 2, kInputs184}}}},
    {"", "SequenceConstruct", {{{11, 1, kInputs45}}}},
    {"", "SequenceEmpty", {{{11, 0, {}}}}},
    {"", "SequenceErase", {{{11, 1, kInputs184}}}},
    {"", "SequenceInsert", {{{11, 2, kInputs185}}}},
    {"", "SequenceLength", {{{11, 1, kInputs47}}}},
    {"", "SequenceMap", {{{17, 1, kInputs186}}}},
    {"", "Shape", {{{1, 1, kInputs56}, {13, 1, kInputs57}, {15, 1, kInputs57}, {19, 1, kInputs187},
     {21, 1, kInputs77}, {23, 1, kInputs78}, {24, 1, kInputs79}, {25, 1, kInputs80}}}},
    {"", "Shrink", {{{9, 1, kInputs1}}}},
    {"", "Sigmoid", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Sign", {{{9, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "Sin", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Sinh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Size", {{{1, 1, kInputs56}, {13, 1, kInputs57}, {19, 1, kInputs187}, {21, 1, kInputs77},
     {23, 1, kInputs78}, {24, 1, kInputs79}, {25, 1, kInputs80}}}},
    {"", "Slice", {{{1, 1, kInputs56}, {10, 3, kInputs188}, {11, 3, kInputs188}, {13, 3,
     kInputs189}}}},
    {"", "Softmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "SoftmaxCrossEntropyLoss", {{{12, 2, kInputs120}, {13, 2, kInputs121}}}},
    {"", "Softplus", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Softsign", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "SpaceToDepth", {{{1, 1, kInputs56}, {13, 1, kInputs57}, {28, 1, kInputs57}}}},
    {"", "Split", {{{1, 1, kInputs4}, {2, 1, kInputs56}, {11, 1, kInputs56}, {13, 1, kInputs75},
     {18, 1, kInputs75}}}},
    {"", "SplitToSequence", {{{11, 1, kInputs83}, {24, 1, kInputs37}}}},
    {"", "Sqrt", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Squeeze", {{{1, 1, kInputs56}, {11, 1, kInputs56}, {13, 1, kInputs75}, {21, 1,
     kInputs162}, {23, 1, kInputs163}, {24, 1, kInputs164}, {25, 1, kInputs165}}}},
    {"", "StringConcat", {{{20, 2, kInputs190}}}},
    {"", "StringNormalizer", {{{10, 1, kInputs160}}}},
    {"", "StringSplit", {{{20, 1, kInputs160}}}},
    {"", "Sub", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Sum", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {13, 1, kInputs116}}}},
    {"", "SwiGLU", {{{28, 2, kInputs113}}}},
    {"", "Swish", {{{24, 1, kInputs3}}}},
    {"", "Tan", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Tanh", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "TensorScatter", {{{24, 2, kInputs191}}}},
    {"", "TfIdfVectorizer", {{{9, 1, kInputs192}}}},
    {"", "ThresholdedRelu", {{{10, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Tile", {{{1, 3, kInputs38}, {6, 2, kInputs74}, {13, 2, kInputs75}}}},
    {"", "TopK", {{{1, 1, kInputs0}, {10, 2, kInputs193}, {11, 2, kInputs194}, {24, 2,
     kInputs195}}}},
    {"", "Transpose", {{{1, 1, kInputs56}, {13, 1, kInputs57}, {21, 1, kInputs77}, {23, 1,
     kInputs78}, {24, 1, kInputs79}, {25, 1, kInputs80}}}},
    {"", "Trilu", {{{14, 1, kInputs75}}}},
    {"", "Unique", {{{11, 1, kInputs56}, {28, 1, kInputs57}}}},
    {"", "Unsqueeze", {{{1, 1, kInputs56}, {11, 1, kInputs56}, {13, 2, kInputs75}, {21, 2,
     kInputs162}, {23, 2, kInputs163}, {24, 2, kInputs164}, {25, 2, kInputs165}}}},
    {"", "Upsample", {{{1, 1, kInputs196}, {7, 1, kInputs56}, {9, 2, kInputs166}, {10, 2,
     kInputs166}}}},
    {"", "Where", {{{9, 3, kInputs197}, {16, 3, kInputs198}}}},
    {"", "Xor", {{{1, 2, kInputs9}, {7, 2, kInputs9}}}},
    {"ai.onnx.ml", "ArrayFeatureExtractor", {{{1, 2, kInputs199}}}},
    {"ai.onnx.ml", "Binarizer", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "CastMap", {{{1, 1, kInputs201}}}},
    {"ai.onnx.ml", "CategoryMapper", {{{1, 1, kInputs202}}}},
    {"ai.onnx.ml", "DictVectorizer", {{{1, 1, kInputs201}}}},
    {"ai.onnx.ml", "FeatureVectorizer", {{{1, 1, kInputs203}}}},
    {"ai.onnx.ml", "Imputer", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "LabelEncoder", {{{1, 1, kInputs202}, {2, 1, kInputs204}, {4, 1, kInputs205}}}},
    {"ai.onnx.ml", "LinearClassifier", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "LinearRegressor", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "Normalizer", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "OneHotEncoder", {{{1, 1, kInputs206}}}},
    {"ai.onnx.ml", "SVMClassifier", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "SVMRegressor", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "Scaler", {{{1, 1, kInputs200}}}},
    {"ai.onnx.ml", "TreeEnsemble", {{{5, 1, kInputs0}}}},
    {"ai.onnx.ml", "TreeEnsembleClassifier", {{{1, 1, kInputs200}, {3, 1, kInputs200}, {5, 1,
     kInputs200}}}},
    {"ai.onnx.ml", "TreeEnsembleRegressor", {{{1, 1, kInputs200}, {3, 1, kInputs200}, {5, 1,
     kInputs200}}}},
    {"ai.onnx.ml", "ZipMap", {{{1, 1, kInputs36}}}},
    {"ai.onnx.preview", "FlexAttention", {{{1, 3, kInputs49}}}},
    {"ai.onnx.preview.training", "Adagrad", {{{1, 3, kInputs207}}}},
    {"ai.onnx.preview.training", "Adam", {{{1, 3, kInputs207}}}},
    {"ai.onnx.preview.training", "Gradient", {{{1, 1, kInputs174}}}},
    {"ai.onnx.preview.training", "Momentum", {{{1, 3, kInputs207}}}},
};
// clang-format on

}  // namespace

absl::Span<const OnnxOperator> OnnxOperators() { return kOperators; }

}  // namespace shapewright::ops
