// Written by tests/conformance/write_onnx_inputs.py from the operator schemas of onnx
// 1.23.2 and onnxruntime 1.31.1: change nothing here.
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
constexpr Set kSparse_tensor = Set::Of(TypeKind::kSparseTensor);
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
constexpr Set kTypes8 = kDouble | kFloat | kInt32 | kInt64 | kUint32 | kUint64;
constexpr Set kTypes9 = kInt32 | kInt8 | kUint8;
constexpr Set kTypes10 = kFloat8 | kInt32 | kInt8 | kUint8;
constexpr Set kTypes11 = kFloat8 | kInt16 | kInt32 | kInt4 | kInt8 | kUint16 | kUint4 | kUint8;
constexpr Set kTypes12 = kFloat8 | kFloat4e2m1 | kInt16 | kInt32 | kInt4 | kInt8 | kUint16 | kUint4
    | kUint8;
constexpr Set kTypes13 = kBfloat16 | kFloat | kFloat16 | kFloat8e8m0;
constexpr Set kTypes14 = kFloat8 | kFloat4e2m1 | kInt16 | kInt2 | kInt32 | kInt4 | kInt8 | kUint16 |
    kUint2 | kUint4 | kUint8;
constexpr Set kTypes15 = kFloat8 | kFloat4e2m1 | kFloat6e2m3 | kFloat6e3m2 | kInt16 | kInt2 | kInt32
    | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8;
constexpr Set kTypes16 = kBool | kInt32 | kInt64;
constexpr Set kTypes17 = kAll13 | kOptional | kSeq;
constexpr Set kTypes18 = kAll19 | kOptional | kSeq;
constexpr Set kTypes19 = kAll21 | kOptional | kSeq;
constexpr Set kTypes20 = kAll23 | kOptional | kSeq;
constexpr Set kTypes21 = kAll24 | kOptional | kSeq;
constexpr Set kTypes22 = kAll25 | kOptional | kSeq;
constexpr Set kTypes23 = kAll | kOptional | kSeq;
constexpr Set kTypes24 = kAll28 | kOptional | kSeq;
constexpr Set kTypes25 = kFloats16 | kInt32 | kInt64;
constexpr Set kTypes26 = kFloat8 | kInt8 | kUint8;
constexpr Set kTypes27 = kBfloat16 | kFloat | kFloat16 | kInt32;
constexpr Set kTypes28 = kFloat8 | kFloat4e2m1 | kInt16 | kInt4 | kInt8 | kUint16 | kUint4 | kUint8;
constexpr Set kTypes29 = kBfloat16 | kFloat | kFloat16 | kFloat8e8m0 | kInt32;
constexpr Set kTypes30 = kDouble | kFloat | kInt16 | kInt32 | kInt64;
constexpr Set kTypes31 = kFloats16 | kInt16 | kInt32 | kInt64;
constexpr Set kTypes32 = kWide | kBfloat16 | kInt8 | kUint8;
constexpr Set kTypes33 = kDouble | kFloat | kInt32 | kInt64 | kString;
constexpr Set kTypes34 = kDouble | kFloat | kInt32 | kInt64;
constexpr Set kTypes35 = kFloat | kFloat16 | kInt32;
constexpr Set kTypes36 = kInt16 | kInt32 | kInt4 | kInt8 | kUint16 | kUint4 | kUint8;
constexpr Set kTypes37 = kFloat8 | kFloat4e2m1 | kInt4 | kUint4 | kUint8;
constexpr Set kTypes38 = kBfloat16 | kFloat | kFloat16 | kFloat8e4m3fn | kFloat8e5m2;
constexpr Set kTypes39 = kBfloat16 | kFloat | kFloat16 | kFloat8e4m3fn | kInt8 | kUint8;
constexpr Set kTypes40 = kBfloat16 | kFloat16 | kFloat8e4m3fn | kInt8 | kUint8;
constexpr Set kTypes41 = kBfloat16 | kFloat | kFloat16 | kFloat8e4m3fn | kFloat8e8m0;
constexpr Set kTypes42 = kBfloat16 | kFloat16 | kInt8;

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
constexpr OperandTypes kInputs10[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 1}, {kTypes0, -1,
    Presence::kOptional}, {kFloats16, 0, Presence::kOptional}, {kFloats16, 1, Presence::kOptional}};
constexpr OperandTypes kInputs11[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 1}, {kTypes0, -1,
    Presence::kOptional}, {kFloats16, 0, Presence::kOptional}, {kFloats16, 1, Presence::kOptional},
    {kInt64, -1, Presence::kOptional}};
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
constexpr OperandTypes kInputs35[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs36[] = {{kFloat}};
constexpr OperandTypes kInputs37[] = {{kAll13}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs38[] = {{kFloats, 0}, {kFloats, 0, Presence::kOptional}, {kFloats, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs39[] = {{kNumbers, 0}, {kNumbers, 0, Presence::kOptional}, {kNumbers,
    0, Presence::kOptional}};
constexpr OperandTypes kInputs40[] = {{kNumbers | kBfloat16, 0}, {kNumbers | kBfloat16, 0,
    Presence::kOptional}, {kNumbers | kBfloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs41[] = {{kAll13}, {kInt64}, {kInt64}};
constexpr OperandTypes kInputs42[] = {{kAll}, {kBool}};
constexpr OperandTypes kInputs43[] = {{kAll13}, {kBool}};
constexpr OperandTypes kInputs44[] = {{kFloats, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs45[] = {{kAll, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs46[] = {{kAll13, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs47[] = {{kSeq}};
constexpr OperandTypes kInputs48[] = {{kInt64}};
constexpr OperandTypes kInputs49[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs50[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs51[] = {{kInt8 | kUint8, 0}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 0,
    Presence::kOptional}, {kInt8 | kUint8, 1, Presence::kOptional}};
constexpr OperandTypes kInputs52[] = {{kWide | kBfloat16}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs53[] = {{kTypes8}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs54[] = {{kFloats16}, {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs55[] = {{kFloats16}, {kInt32 | kInt64, -1, Presence::kOptional},
    {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs56[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0,
    Presence::kOptional}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs57[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0,
    Presence::kOptional}, {kFloats16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs58[] = {{kAll}};
constexpr OperandTypes kInputs59[] = {{kAll13}};
constexpr OperandTypes kInputs60[] = {{kTypes9, 0}, {kFloat}, {kTypes9, 0, Presence::kOptional}};
constexpr OperandTypes kInputs61[] = {{kTypes10, 0}, {kTypes7}, {kTypes10, 0, Presence::kOptional}};
constexpr OperandTypes kInputs62[] = {{kTypes11, 0}, {kTypes7}, {kTypes11, 0, Presence::kOptional}};
constexpr OperandTypes kInputs63[] = {{kTypes12, 0}, {kTypes7}, {kTypes12, 0, Presence::kOptional}};
constexpr OperandTypes kInputs64[] = {{kTypes12, 0}, {kTypes13}, {kTypes12, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs65[] = {{kTypes14, 0}, {kTypes13}, {kTypes14, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs66[] = {{kTypes15, 0}, {kTypes13}, {kTypes15, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs67[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}};
constexpr OperandTypes kInputs68[] = {{kFloats}, {kFloats, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs69[] = {{kFloats16}, {kFloats, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs70[] = {{kFloats16 | kFloat8}, {kFloats16 | kFloat8, -1,
    Presence::kOptional}, {kBool, -1, Presence::kOptional}};
constexpr OperandTypes kInputs71[] = {{kAll}, {kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 |
    kInt64, 0, Presence::kOptional}};
constexpr OperandTypes kInputs72[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs73[] = {{kNumbers, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs74[] = {{kNumbers | kBfloat16, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs75[] = {{kTypes16, 0}, {kTypes16, 0}};
constexpr OperandTypes kInputs76[] = {{kNumbers | kBool, 0}, {kNumbers | kBool, 0}};
constexpr OperandTypes kInputs77[] = {{kTypes0, 0}, {kTypes0, 0}};
constexpr OperandTypes kInputs78[] = {{kTypes1, 0}, {kTypes1, 0}};
constexpr OperandTypes kInputs79[] = {{kAll}, {kInt64}};
constexpr OperandTypes kInputs80[] = {{kAll13}, {kInt64}};
constexpr OperandTypes kInputs81[] = {{kTypes0}};
constexpr OperandTypes kInputs82[] = {{kAll21}};
constexpr OperandTypes kInputs83[] = {{kAll23}};
constexpr OperandTypes kInputs84[] = {{kAll24}};
constexpr OperandTypes kInputs85[] = {{kAll25}};
constexpr OperandTypes kInputs86[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0,
    Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs87[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0,
    Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kFloats16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs88[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0}};
constexpr OperandTypes kInputs89[] = {{kAll}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs90[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}};
constexpr OperandTypes kInputs91[] = {{kWide, 0}, {kWide, 0}, {kWide, 0}};
constexpr OperandTypes kInputs92[] = {{kWide, 0}, {kWide, 0}, {kWide, 0, Presence::kOptional}};
constexpr OperandTypes kInputs93[] = {{kWide | kBfloat16, 0}, {kWide | kBfloat16, 0}, {kWide |
    kBfloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs94[] = {{kFloats, -1, Presence::kOptional}};
constexpr OperandTypes kInputs95[] = {{kNumbers, 0}, {kNumbers, 0}};
constexpr OperandTypes kInputs96[] = {{kAll}, {kFloats}};
constexpr OperandTypes kInputs97[] = {{kAll13}, {kFloats16}};
constexpr OperandTypes kInputs98[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}};
constexpr OperandTypes kInputs99[] = {{kAll13 | kSeq}};
constexpr OperandTypes kInputs100[] = {{kTypes17}};
constexpr OperandTypes kInputs101[] = {{kTypes18}};
constexpr OperandTypes kInputs102[] = {{kTypes19}};
constexpr OperandTypes kInputs103[] = {{kTypes20}};
constexpr OperandTypes kInputs104[] = {{kTypes21}};
constexpr OperandTypes kInputs105[] = {{kTypes22}};
constexpr OperandTypes kInputs106[] = {{kBool}};
constexpr OperandTypes kInputs107[] = {{kUint8}};
constexpr OperandTypes kInputs108[] = {{kDouble | kFloat}};
constexpr OperandTypes kInputs109[] = {{kFloats16 | kFloat8}};
constexpr OperandTypes kInputs110[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0}, {kFloats, 0,
    Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kFloats, 0, Presence::kOptional},
    {kFloats, 0, Presence::kOptional}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs111[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0}, {kFloats16,
    0, Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kFloats16, 0, Presence::kOptional},
    {kFloats16, 0, Presence::kOptional}, {kFloats16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs112[] = {{kFloats16}, {kFloats16, 0}, {kFloats16, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs113[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, -1,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs114[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kAll, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs115[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kAll | kSeq, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs116[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes17, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs117[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes18, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs118[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes19, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs119[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes20, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs120[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes21, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs121[] = {{kInt64, -1, Presence::kOptional}, {kBool, -1,
    Presence::kOptional}, {kTypes22, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs122[] = {{kFloats | kInt8 | kUint8}};
constexpr OperandTypes kInputs123[] = {{kFloats16 | kInt8 | kUint8}};
constexpr OperandTypes kInputs124[] = {{kFloats16, 0}, {kFloats16, 0}};
constexpr OperandTypes kInputs125[] = {{kFloats}, {kInt64, 0}, {kInt64, 0, Presence::kOptional}};
constexpr OperandTypes kInputs126[] = {{kFloats16}, {kInt64, 0}, {kInt64, 0, Presence::kOptional}};
constexpr OperandTypes kInputs127[] = {{kFloats16, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs128[] = {{kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 | kInt64,
    0}, {kFloats16, 1}, {kFloats16, 1}};
constexpr OperandTypes kInputs129[] = {{kNumbers | kFloat8 | kBfloat16 | kBool | kComplex128 |
    kComplex64 | kSeq}};
constexpr OperandTypes kInputs130[] = {{kFloat, 0}, {kFloat, 0}, {kFloat, 0}, {kFloat, 0}, {kFloat,
    0}};
constexpr OperandTypes kInputs131[] = {{kSigned | kFloats}};
constexpr OperandTypes kInputs132[] = {{kSigned | kFloats16}};
constexpr OperandTypes kInputs133[] = {{kFloats, 0}, {kInt32 | kInt64}, {kFloats, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs134[] = {{kFloats16, 0}, {kInt32 | kInt64}, {kFloats16, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs135[] = {{kFloat}, {kFloat}, {kInt64, -1, Presence::kOptional},
    {kFloat, -1, Presence::kOptional}, {kFloat, -1, Presence::kOptional}};
constexpr OperandTypes kInputs136[] = {{kNumbers}, {kNumbers}, {kAll}};
constexpr OperandTypes kInputs137[] = {{kNumbers}, {kNumbers}, {kAll13}};
constexpr OperandTypes kInputs138[] = {{kAll | kSeq, -1, Presence::kOptional}};
constexpr OperandTypes kInputs139[] = {{kAll28 | kSeq, -1, Presence::kOptional}};
constexpr OperandTypes kInputs140[] = {{kOptional}};
constexpr OperandTypes kInputs141[] = {{kTypes23}};
constexpr OperandTypes kInputs142[] = {{kTypes24}};
constexpr OperandTypes kInputs143[] = {{kTypes23, -1, Presence::kOptional}};
constexpr OperandTypes kInputs144[] = {{kTypes24, -1, Presence::kOptional}};
constexpr OperandTypes kInputs145[] = {{kNumbers, 0}, {kInt64}, {kNumbers, 0, Presence::kOptional}};
constexpr OperandTypes kInputs146[] = {{kAll13, 0}, {kInt64}, {kAll13, 0, Presence::kOptional}};
constexpr OperandTypes kInputs147[] = {{kAll13, 0}, {kInt64}, {kAll13, 0, Presence::kOptional},
    {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs148[] = {{kAll21, 0}, {kInt64}, {kAll21, 0, Presence::kOptional},
    {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs149[] = {{kAll23, 0}, {kInt64}, {kAll23, 0, Presence::kOptional},
    {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs150[] = {{kAll24, 0}, {kInt64}, {kAll24, 0, Presence::kOptional},
    {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs151[] = {{kAll25, 0}, {kInt64}, {kAll25, 0, Presence::kOptional},
    {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs152[] = {{kFloats | kInt32 | kInt64}, {kNumbers}};
constexpr OperandTypes kInputs153[] = {{kTypes25}, {kNumbers}};
constexpr OperandTypes kInputs154[] = {{kTypes25}, {kNumbers | kBfloat16}};
constexpr OperandTypes kInputs155[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0}, {kInt8 |
    kUint8, 1}, {kFloat}, {kInt8 | kUint8, 1}, {kFloat}, {kInt8 | kUint8}, {kInt32, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs156[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0}, {kInt8 |
    kUint8, 1}, {kFloat}, {kInt8 | kUint8, 1}, {kFloat}, {kInt8 | kUint8}};
constexpr OperandTypes kInputs157[] = {{kTypes26, 0}, {kTypes7, 1}, {kTypes26, 0}, {kTypes26, 2},
    {kTypes7, 1}, {kTypes26, 2}, {kTypes7, 1}, {kTypes26}};
constexpr OperandTypes kInputs158[] = {{kFloat | kInt32}, {kFloat}, {kInt8 | kUint8, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs159[] = {{kTypes27, 0}, {kTypes27, 0}, {kTypes26, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs160[] = {{kTypes27, 0}, {kTypes27, 0}, {kFloat8 | kInt16 | kInt4 |
    kInt8 | kUint16 | kUint4 | kUint8, -1, Presence::kOptional}};
constexpr OperandTypes kInputs161[] = {{kTypes27}, {kTypes27}, {kTypes28, -1, Presence::kOptional}};
constexpr OperandTypes kInputs162[] = {{kTypes27}, {kTypes29}, {kTypes28, -1, Presence::kOptional}};
constexpr OperandTypes kInputs163[] = {{kTypes27}, {kTypes29}, {kFloat8 | kFloat4e2m1 | kInt16 |
    kInt2 | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8, -1, Presence::kOptional}};
constexpr OperandTypes kInputs164[] = {{kTypes27}, {kTypes29}, {kFloat8 | kFloat4e2m1 | kFloat6e2m3
    | kFloat6e3m2 | kInt16 | kInt2 | kInt4 | kInt8 | kUint16 | kUint2 | kUint4 | kUint8, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs165[] = {{kFloats16}, {kFloats16}};
constexpr OperandTypes kInputs166[] = {{kTypes30, 0}, {kTypes30, 0}, {kTypes30, 0}};
constexpr OperandTypes kInputs167[] = {{kTypes31, 0}, {kTypes31, 0}, {kTypes31, 0}};
constexpr OperandTypes kInputs168[] = {{kWide}};
constexpr OperandTypes kInputs169[] = {{kWide | kBfloat16}};
constexpr OperandTypes kInputs170[] = {{kWide | kBfloat16}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs171[] = {{kFloats16}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs172[] = {{kWide | kInt8 | kUint8}};
constexpr OperandTypes kInputs173[] = {{kTypes32}};
constexpr OperandTypes kInputs174[] = {{kTypes32}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs175[] = {{kWide | kBfloat16 | kBool | kInt8 | kUint8}, {kInt64, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs176[] = {{kString}};
constexpr OperandTypes kInputs177[] = {{kAll19}, {kInt64}};
constexpr OperandTypes kInputs178[] = {{kAll21}, {kInt64}};
constexpr OperandTypes kInputs179[] = {{kAll23}, {kInt64}};
constexpr OperandTypes kInputs180[] = {{kAll24}, {kInt64}};
constexpr OperandTypes kInputs181[] = {{kAll25}, {kInt64}};
constexpr OperandTypes kInputs182[] = {{kAll}, {kFloat}};
constexpr OperandTypes kInputs183[] = {{kAll}, {kFloats}, {kFloat}, {kInt64, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs184[] = {{kAll13}, {kFloats, -1, Presence::kOptional}, {kFloat, -1,
    Presence::kOptional}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs185[] = {{kFloats, 0}, {kFloats, 0}, {kInt64}};
constexpr OperandTypes kInputs186[] = {{kFloats16, 0}, {kFloats16, 0}, {kInt64}};
constexpr OperandTypes kInputs187[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kInt64, -1,
    Presence::kOptional}};
constexpr OperandTypes kInputs188[] = {{kFloats16, 0}, {kInt32 | kInt64, 1}, {kFloats16, 0,
    Presence::kOptional}, {kInt32 | kInt64, 1, Presence::kOptional}};
constexpr OperandTypes kInputs189[] = {{kInt64, -1, Presence::kOptional}, {kAll, -1,
    Presence::kVariadic}};
constexpr OperandTypes kInputs190[] = {{kAll, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs191[] = {{kAll13, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs192[] = {{kAll19, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs193[] = {{kAll21, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs194[] = {{kAll23, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs195[] = {{kAll24, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs196[] = {{kAll25, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs197[] = {{kAll, 0}, {kInt32 | kInt64}, {kAll, 0}};
constexpr OperandTypes kInputs198[] = {{kAll13, 0}, {kInt32 | kInt64}, {kAll13, 0}};
constexpr OperandTypes kInputs199[] = {{kAll, 0}, {kInt64}, {kAll, 0}};
constexpr OperandTypes kInputs200[] = {{kAll13, 0}, {kInt64}, {kAll13, 0}};
constexpr OperandTypes kInputs201[] = {{kSeq}, {kInt32 | kInt64}};
constexpr OperandTypes kInputs202[] = {{kSeq}, {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs203[] = {{kSeq}, {kAll}, {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs204[] = {{kSeq}, {kAll | kSeq, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs205[] = {{kAll19}};
constexpr OperandTypes kInputs206[] = {{kAll}, {kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 |
    kInt64, 0, Presence::kOptional}, {kInt32 | kInt64, 0, Presence::kOptional}};
constexpr OperandTypes kInputs207[] = {{kAll13}, {kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32
    | kInt64, 0, Presence::kOptional}, {kInt32 | kInt64, 0, Presence::kOptional}};
constexpr OperandTypes kInputs208[] = {{kFloats, 0}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs209[] = {{kAll13}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs210[] = {{kAll}, {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs211[] = {{kAll13}, {kInt32 | kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs212[] = {{kAll21}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs213[] = {{kAll23}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs214[] = {{kAll24}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs215[] = {{kAll25}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs216[] = {{kString, 0}, {kString, 0}};
constexpr OperandTypes kInputs217[] = {{kAll24, 0}, {kAll24, 0}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs218[] = {{kInt32 | kInt64 | kString}};
constexpr OperandTypes kInputs219[] = {{kFloats}, {kInt64}};
constexpr OperandTypes kInputs220[] = {{kNumbers}, {kInt64}};
constexpr OperandTypes kInputs221[] = {{kNumbers | kBfloat16}, {kInt64}};
constexpr OperandTypes kInputs222[] = {{kFloats | kBool | kInt32 | kInt64}};
constexpr OperandTypes kInputs223[] = {{kBool}, {kAll, 0}, {kAll, 0}};
constexpr OperandTypes kInputs224[] = {{kBool}, {kAll13, 0}, {kAll13, 0}};
constexpr OperandTypes kInputs225[] = {{kTypes33}, {kInt64}};
constexpr OperandTypes kInputs226[] = {{kTypes34}};
constexpr OperandTypes kInputs227[] = {{kMap}};
constexpr OperandTypes kInputs228[] = {{kInt64 | kString}};
constexpr OperandTypes kInputs229[] = {{kTypes34, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs230[] = {{kFloat | kInt64 | kString}};
constexpr OperandTypes kInputs231[] = {{kDouble | kFloat | kInt16 | kInt32 | kInt64 | kString}};
constexpr OperandTypes kInputs232[] = {{kTypes33}};
constexpr OperandTypes kInputs233[] = {{kDouble | kFloat}, {kInt64}, {kDouble | kFloat, -1,
    Presence::kVariadic}};
constexpr OperandTypes kInputs234[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kTypes7, 0, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}, {kInt32, 1, Presence::kOptional}};
constexpr OperandTypes kInputs235[] = {{kDouble | kFloat, 0}, {kDouble | kFloat, 0}, {kDouble |
    kFloat, 0}, {kDouble | kFloat, 0, Presence::kOptional}, {kInt32, 1, Presence::kOptional},
    {kDouble | kFloat, 0, Presence::kOptional}, {kDouble | kFloat, 0, Presence::kOptional}, {kDouble
    | kFloat, 0, Presence::kOptional}, {kDouble | kFloat, 0, Presence::kOptional}, {kDouble |
    kFloat, 0, Presence::kOptional}, {kDouble | kFloat, 0, Presence::kOptional}, {kDouble | kFloat,
    0, Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kDouble | kFloat, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs236[] = {{kTypes35}, {kInt32, 0}, {kInt32, 0, Presence::kOptional},
    {kInt32, 0}, {kInt32, 0}, {kFloat | kFloat16, 1, Presence::kOptional}, {kFloat | kFloat16, 1,
    Presence::kOptional}, {kInt32, 2, Presence::kOptional}, {kInt32, 2, Presence::kOptional},
    {kInt32, 0, Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs237[] = {{kFloats16, 0}, {kFloats16, 0}, {kFloats16, 0,
    Presence::kOptional}, {kFloats16, -1, Presence::kOptional}, {kBool, -1, Presence::kOptional}};
constexpr OperandTypes kInputs238[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}};
constexpr OperandTypes kInputs239[] = {{kInt64, 0}, {kInt64, 0}, {kInt64, 0}, {kInt64, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs240[] = {{kFloats16}, {kFloats16, -1, Presence::kOptional}, {kBool,
    -1, Presence::kOptional}};
constexpr OperandTypes kInputs241[] = {{kTypes7}, {kTypes7, -1, Presence::kOptional}};
constexpr OperandTypes kInputs242[] = {{kDouble | kFloat, 0}, {kDouble | kFloat, 0}};
constexpr OperandTypes kInputs243[] = {{kFloats, 0}, {kFloats, 0}, {kInt64, -1,
    Presence::kOptional}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs244[] = {{kFloats, 0}, {kFloats, 0}, {kInt32, 1}, {kInt32, 1}};
constexpr OperandTypes kInputs245[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kBool, 1, Presence::kOptional},
    {kFloat | kFloat16, 0, Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional},
    {kBool, 1}, {kBool, 1}, {kBool, 1}, {kBool, 1}};
constexpr OperandTypes kInputs246[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0,
    Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional}, {kInt32, 1,
    Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional}, {kFloat | kFloat16, 0,
    Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional}, {kInt32, 1,
    Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kInt32, 1, Presence::kOptional},
    {kFloat | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs247[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}, {kInt32, 1, Presence::kOptional}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0,
    Presence::kOptional}, {kInt32, 1}, {kInt32, 1, Presence::kOptional}, {kInt32, 1,
    Presence::kOptional}};
constexpr OperandTypes kInputs248[] = {{kUint8}, {kInt64, 0}, {kInt64, 0}};
constexpr OperandTypes kInputs249[] = {{kTypes36, 0}, {kFloat | kFloat16}, {kTypes36, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs250[] = {{kInt8}, {kFloat}};
constexpr OperandTypes kInputs251[] = {{kFloat, 0}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 1},
    {kFloat, 0, Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kFloat, 0,
    Presence::kOptional}, {kFloat, 0, Presence::kOptional}, {kFloat, 0, Presence::kOptional},
    {kFloat, 0}, {kInt8 | kUint8, 1}, {kFloat, 0}, {kInt8 | kUint8, 1}};
constexpr OperandTypes kInputs252[] = {{kFloat, 0}, {kInt8 | kUint8, 1}, {kFloat, 0}, {kInt8 |
    kUint8, 1, Presence::kOptional}, {kFloat, 0, Presence::kOptional}};
constexpr OperandTypes kInputs253[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kInt32, 1}, {kInt32, 1},
    {kInt32, 1}, {kInt32, 1}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional},
    {kInt64, -1, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs254[] = {{kTypes0, -1, Presence::kVariadic}};
constexpr OperandTypes kInputs255[] = {{kInt32, 0}, {kInt32, 0, Presence::kOptional}, {kFloat |
    kFloat16, 1}, {kFloat | kFloat16, 1}, {kFloat | kFloat16, 1, Presence::kOptional}, {kFloat |
    kFloat16, 1}, {kFloat | kFloat16, 1}, {kInt32, 0, Presence::kOptional}, {kInt32, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs256[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0},
    {kTypes7, 0}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs257[] = {{kAll}, {kInt32}};
constexpr OperandTypes kInputs258[] = {{kFloats16, 0}, {kFloats16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs259[] = {{kFloats, 0}, {kFloats, 0}, {kFloats, 0,
    Presence::kOptional}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs260[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}};
constexpr OperandTypes kInputs261[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kFloat, 2, Presence::kOptional},
    {kFloat, 2, Presence::kOptional}, {kFloat, 2, Presence::kOptional}, {kFloat, 2,
    Presence::kOptional}, {kFloat, 2, Presence::kOptional}, {kInt32, 1, Presence::kOptional},
    {kInt32, 1, Presence::kOptional}};
constexpr OperandTypes kInputs262[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kInt32,
    -1, Presence::kOptional}};
constexpr OperandTypes kInputs263[] = {{kTypes37, 0}, {kInt32 | kInt64}, {kTypes7}, {kTypes37, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs264[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs265[] = {{kTypes38}, {kTypes38}, {kTypes7, -1, Presence::kOptional},
    {kFloat, 0, Presence::kOptional}, {kFloat, 0, Presence::kOptional}, {kFloat, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs266[] = {{kFloat}, {kFloat16, 0}, {kFloat16, 0}, {kFloat16, 0},
    {kFloat16, 0}};
constexpr OperandTypes kInputs267[] = {{kInt32, 0}, {kInt32, 0}, {kInt32, 0, Presence::kOptional},
    {kFloat, -1, Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0,
    Presence::kOptional}, {kInt32, 0, Presence::kOptional}};
constexpr OperandTypes kInputs268[] = {{kAll, 0}, {kAll, 0}};
constexpr OperandTypes kInputs269[] = {{kFloat | kFloat16}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}};
constexpr OperandTypes kInputs270[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes39, 1, Presence::kOptional}, {kTypes39, 1, Presence::kOptional},
    {kInt32, 2}, {kInt32, 2}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional},
    {kInt64, -1, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kFloat, 3, Presence::kOptional}, {kFloat, 3, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs271[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 1}, {kTypes7, 1,
    Presence::kOptional}};
constexpr OperandTypes kInputs272[] = {{kTypes7}, {kTypes7}};
constexpr OperandTypes kInputs273[] = {{kTypes7, 0}, {kFloat, 1}, {kFloat, 1}, {kTypes7, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs274[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kInt32}};
constexpr OperandTypes kInputs275[] = {{kTypes7, 0}, {kInt64}, {kTypes7, 0}, {kTypes7, 0}};
constexpr OperandTypes kInputs276[] = {{kBfloat16 | kFloat16, 0}, {kUint8}, {kUint8}, {kFloat, 1},
    {kFloat, 1, Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs277[] = {{kBfloat16 | kFloat16, 0}, {kFloat8e4m3fn}, {kFloat, 1},
    {kFloat, 1, Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs278[] = {{kTypes7, 0}, {kUint8}, {kTypes7, 0}};
constexpr OperandTypes kInputs279[] = {{kFloat}, {kUint8}, {kInt64}};
constexpr OperandTypes kInputs280[] = {{kInt16 | kUint16}, {kInt16 | kUint16}};
constexpr OperandTypes kInputs281[] = {{kInt8 | kUint8, 0}, {kInt8 | kUint8, 1}, {kFloat | kFloat16,
    2}, {kFloat | kFloat16, 2}, {kInt8 | kUint8, 0, Presence::kOptional}, {kInt8 | kUint8, 1,
    Presence::kOptional}, {kFloat | kFloat16, 2, Presence::kOptional}};
constexpr OperandTypes kInputs282[] = {{kTypes7, 0}, {kUint8}, {kTypes7, 0}, {kBfloat16 | kFloat |
    kFloat16 | kUint8, -1, Presence::kOptional}, {kInt32, -1, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs283[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kUint8, 1}, {kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kUint8, 1},
    {kTypes7, 0}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs284[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7,
    0}, {kUint8, 1}, {kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kUint8, 1}, {kTypes7, 0},
    {kTypes7, 0, Presence::kOptional}, {kUint8, 1}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs285[] = {{kFloat}, {kInt32}};
constexpr OperandTypes kInputs286[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs287[] = {{kInt8 | kUint8, 0}, {kInt8 | kUint8, 0,
    Presence::kOptional}, {kInt8 | kUint8, 0}, {kInt8 | kUint8, 0, Presence::kOptional}};
constexpr OperandTypes kInputs288[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kInt32, 1, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kInt32, 1, Presence::kOptional}};
constexpr OperandTypes kInputs289[] = {{kDouble | kFloat | kInt32 | kInt64 | kString | kUint32 |
    kUint64}};
constexpr OperandTypes kInputs290[] = {{kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 | kInt64,
    0}, {kInt32 | kInt64, 0, Presence::kOptional}, {kInt32 | kInt64, 0, Presence::kOptional},
    {kInt32 | kInt64, 0, Presence::kOptional}, {kInt32, -1, Presence::kOptional}};
constexpr OperandTypes kInputs291[] = {{kInt64}, {kFloat}};
constexpr OperandTypes kInputs292[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0, Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs293[] = {{kInt8 | kUint8}};
constexpr OperandTypes kInputs294[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kFloat |
    kFloat16, 0}, {kInt32, 1}, {kInt32, 1}, {kFloat | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs295[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0,
    Presence::kOptional}, {kFloat | kFloat16, 0, Presence::kOptional}, {kFloat | kFloat16, 0,
    Presence::kOptional}, {kInt32, 1}, {kInt32, 1}, {kFloat | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs296[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7,
    0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kInt32, 1}, {kInt32, 1}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional},
    {kInt64, -1, Presence::kOptional}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}, {kInt32, 1}, {kInt32, 1, Presence::kOptional}, {kInt32, 1,
    Presence::kOptional}};
constexpr OperandTypes kInputs297[] = {{kFloats, 0}, {kInt64}, {kFloats, 0, Presence::kOptional}};
constexpr OperandTypes kInputs298[] = {{kBfloat16 | kFloat16, 0}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kTypes40, 1}, {kTypes40,
    1, Presence::kOptional}, {kInt32, 2}, {kInt32, 2}, {kInt32, 2}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kInt32, 2,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kFloat, 3,
    Presence::kOptional}, {kFloat, 3, Presence::kOptional}, {kInt32, 2, Presence::kOptional}};
constexpr OperandTypes kInputs299[] = {{kInt8 | kUint8, 0}, {kInt8 | kUint8, 1}, {kFloat | kFloat16,
    2}, {kFloat | kFloat16, 2}, {kFloat | kFloat16, 2}, {kInt32, -1, Presence::kOptional}, {kInt8 |
    kUint8, 0, Presence::kOptional}, {kInt8 | kUint8, 1, Presence::kOptional}, {kFloat | kFloat16,
    2, Presence::kOptional}};
constexpr OperandTypes kInputs300[] = {{kInt32, 0}, {kInt32, 0, Presence::kOptional}, {kInt8 |
    kUint8, 1}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 1, Presence::kOptional}, {kInt8 | kUint8, 1},
    {kInt8 | kUint8, 1}, {kInt32, 0, Presence::kOptional}, {kFloat, 2}, {kFloat, 2}, {kFloat, 2,
    Presence::kOptional}, {kFloat, 2}, {kFloat, 2}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 1}, {kInt8
    | kUint8, 1, Presence::kOptional}, {kInt8 | kUint8, 1}, {kInt8 | kUint8, 1}};
constexpr OperandTypes kInputs301[] = {{kInt8 | kUint8, 0}, {kFloat, 1}, {kInt8 | kUint8, 0}, {kInt8
    | kUint8, 2}, {kFloat, 1}, {kInt8 | kUint8, 2}, {kInt32, -1, Presence::kOptional}, {kFloat, 1,
    Presence::kOptional}, {kInt8 | kUint8, -1, Presence::kOptional}};
constexpr OperandTypes kInputs302[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0,
    Presence::kOptional}, {kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0, Presence::kOptional},
    {kFloat}, {kInt8 | kUint8, 0, Presence::kOptional}};
constexpr OperandTypes kInputs303[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0,
    Presence::kOptional}, {kFloat}, {kInt8 | kUint8, 0, Presence::kOptional}};
constexpr OperandTypes kInputs304[] = {{kFloat}, {kInt8 | kUint8}, {kFloat | kInt8 | kUint8, -1,
    Presence::kVariadic}};
constexpr OperandTypes kInputs305[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0}, {kFloat},
    {kInt8 | kUint8, 0}};
constexpr OperandTypes kInputs306[] = {{kInt8 | kUint8, 0}, {kFloat}, {kInt8 | kUint8, 0,
    Presence::kOptional}, {kFloat}, {kInt8 | kUint8, 0}};
constexpr OperandTypes kInputs307[] = {{kBool}, {kInt8 | kUint8, 0}, {kFloat, 1}, {kInt8 | kUint8,
    0}, {kInt8 | kUint8, 0}, {kFloat, 1}, {kInt8 | kUint8, 0}, {kFloat, 1}, {kInt8 | kUint8, 0}};
constexpr OperandTypes kInputs308[] = {{kTypes7, 0}, {kTypes7, 0}, {kFloat8e4m3fn | kUint8, 1},
    {kTypes41, 2, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kFloat8e4m3fn | kUint8,
    1}, {kTypes41, 2, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kFloat8e4m3fn |
    kUint8, 1, Presence::kOptional}, {kTypes41, 2, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kFloat8e4m3fn | kUint8, 1, Presence::kOptional}, {kFloat8e4m3fn | kUint8,
    1, Presence::kOptional}, {kFloat8e4m3fn | kUint8, 1, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kFloat, 3, Presence::kOptional}, {kFloat, 3, Presence::kOptional},
    {kFloat, 3, Presence::kOptional}, {kFloat, 3, Presence::kOptional}, {kTypes41, 2,
    Presence::kOptional}, {kTypes41, 2, Presence::kOptional}};
constexpr OperandTypes kInputs309[] = {{kInt8, 0}, {kFloat, 1}, {kFloat, 1}, {kFloat, 1}, {kFloat,
    1}, {kInt8, 0}, {kInt8, 0}, {kInt8, 0}, {kFloat, 1}, {kFloat, 1}, {kFloat, 1}, {kFloat, 1},
    {kFloat, 1}, {kFloat, 1}, {kFloat, 1, Presence::kOptional}, {kFloat, 1, Presence::kOptional},
    {kFloat, 1}, {kInt32, -1, Presence::kOptional}, {kInt8, 0, Presence::kOptional}, {kFloat, 1,
    Presence::kOptional}};
constexpr OperandTypes kInputs310[] = {{kInt8}, {kFloat, 0}, {kFloat, 0}};
constexpr OperandTypes kInputs311[] = {{kInt8}, {kFloat, 0}, {kFloat | kFloat16, 1}, {kFloat |
    kFloat16, 1, Presence::kOptional}, {kFloat, 0}};
constexpr OperandTypes kInputs312[] = {{kInt8, 0}, {kFloat, 1}, {kInt8, 0}, {kFloat, 1}, {kFloat,
    1}, {kFloat, 1}, {kFloat, 1}, {kFloat16}, {kInt8, 0}, {kFloat, 1}, {kFloat, 1}, {kFloat, 1},
    {kInt32}, {kFloat, 1}};
constexpr OperandTypes kInputs313[] = {{kInt8, 0}, {kFloat, 1}, {kInt8, 0}, {kFloat, 1}, {kFloat,
    1}, {kFloat, 1, Presence::kOptional}, {kInt8, 0, Presence::kOptional}, {kFloat, 1,
    Presence::kOptional}};
constexpr OperandTypes kInputs314[] = {{kTypes7}};
constexpr OperandTypes kInputs315[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 0}, {kInt16 |
    kInt4 | kInt8 | kUint16 | kUint4 | kUint8, -1, Presence::kOptional}};
constexpr OperandTypes kInputs316[] = {{kFloat | kFloat16}, {kFloat}};
constexpr OperandTypes kInputs317[] = {{kTypes30, 0}, {kTypes30, 0}, {kTypes30, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs318[] = {{kFloat | kFloat16}, {kInt64, 0}, {kInt64, 0}};
constexpr OperandTypes kInputs319[] = {{kFloat | kFloat16}, {kInt32}};
constexpr OperandTypes kInputs320[] = {{kInt32, 0}, {kInt32, 0}, {kInt32, 0, Presence::kOptional},
    {kFloat, -1, Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0,
    Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0, Presence::kOptional},
    {kInt32, 0, Presence::kOptional}};
constexpr OperandTypes kInputs321[] = {{kFloat | kFloat16, 0}, {kFloat | kFloat16, 1}, {kFloat |
    kFloat16, 1}, {kFloat | kFloat16, 0}, {kFloat | kFloat16, 0, Presence::kOptional}};
constexpr OperandTypes kInputs322[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs323[] = {{kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0,
    Presence::kOptional}};
constexpr OperandTypes kInputs324[] = {{kFloat | kUint16 | kUint8, 0, Presence::kVariadic}};
constexpr OperandTypes kInputs325[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0}, {kTypes7, 0}, {kInt32, 1}, {kInt32, 1}, {kInt32, 1},
    {kInt32, 1}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs326[] = {{kTypes7, 0}, {kTypes7, 0, Presence::kOptional}, {kTypes7,
    0}, {kTypes7, 0}, {kTypes7, 0}, {kTypes7, 0}, {kInt64, -1, Presence::kOptional}, {kTypes7, 0},
    {kTypes7, 0, Presence::kOptional}, {kTypes7, 0, Presence::kOptional}, {kTypes7, 0,
    Presence::kOptional}, {kInt64, -1, Presence::kOptional}, {kInt32, -1, Presence::kOptional},
    {kTypes7, 0, Presence::kOptional}};
constexpr OperandTypes kInputs327[] = {{kBfloat16 | kFloat16, 0}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kTypes42, 1}, {kTypes42,
    1}, {kInt32, 2}, {kInt32, 2}, {kInt32, 2}, {kInt32, 2, Presence::kOptional}, {kInt32, 2},
    {kInt32, 2}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kInt32, 2, Presence::kOptional}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kBfloat16 | kFloat16, 0, Presence::kOptional}, {kBfloat16 | kFloat16, 0,
    Presence::kOptional}, {kFloat, 3, Presence::kOptional}, {kFloat, 3, Presence::kOptional},
    {kInt32, 2, Presence::kOptional}};
constexpr OperandTypes kInputs328[] = {{kSparse_tensor}, {kTypes8}};
constexpr OperandTypes kInputs329[] = {{kNumbers | kBfloat16}, {kInt64}, {kInt64, -1,
    Presence::kOptional}, {kBool, -1, Presence::kOptional}};
constexpr OperandTypes kInputs330[] = {{kTypes0}, {kInt64, -1, Presence::kOptional}};
constexpr OperandTypes kInputs331[] = {{kTypes7, 0}, {kTypes7, 0}, {kInt32, 1}, {kTypes7, 0,
    Presence::kOptional}, {kTypes7, 0}, {kInt32, 1, Presence::kOptional}};
constexpr OperandTypes kInputs332[] = {{kInt32 | kInt64, 0}, {kInt32 | kInt64, 0}, {kInt32 | kInt64,
    0}, {kInt32, 1}, {kInt32 | kInt64, 0, Presence::kOptional}, {kInt32 | kInt64, 0,
    Presence::kOptional}, {kInt32 | kInt64, 0, Presence::kOptional}, {kInt32, -1,
    Presence::kOptional}, {kInt32, 1, Presence::kOptional}, {kInt32, 1, Presence::kOptional}};
constexpr OperandTypes kInputs333[] = {{kTypes35}, {kInt32, 0}, {kInt32, 0, Presence::kOptional},
    {kInt32, 0}, {kInt32, 0}, {kFloat | kFloat16, 1, Presence::kOptional}, {kFloat | kFloat16, 1,
    Presence::kOptional}, {kInt32, 2, Presence::kOptional}, {kInt32, 2, Presence::kOptional},
    {kInt32, 0, Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0,
    Presence::kOptional}, {kInt32, 0, Presence::kOptional}, {kInt32, 0, Presence::kOptional},
    {kFloat | kFloat16, 1, Presence::kOptional}};
constexpr OperandTypes kInputs334[] = {{kInt32}, {kFloat, 0}, {kFloat, 0}, {kFloat, 0}};
constexpr OperandTypes kInputs335[] = {{kFloat, 0}, {kFloat, 0}, {kFloat, 0, Presence::kOptional},
    {kFloat, 0, Presence::kOptional}};

constexpr OnnxOperator kOperators[] = {
    {"", "Abs", {{{1, 1, kInputs0}, {6, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "Acos", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Acosh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Add", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Affine", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
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
    {"", "Conv", {{{1, 2, kInputs49}, {11, 2, kInputs49}, {22, 2, kInputs50}}}},
    {"", "ConvInteger", {{{10, 2, kInputs51}}}},
    {"", "ConvTranspose", {{{1, 2, kInputs49}, {11, 2, kInputs49}, {22, 2, kInputs50}}}},
    {"", "Cos", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Cosh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Crop", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
    {"", "CumProd", {{{26, 2, kInputs52}}}},
    {"", "CumSum", {{{11, 2, kInputs53}, {14, 2, kInputs52}}}},
    {"", "DFT", {{{17, 1, kInputs54}, {20, 1, kInputs55}}}},
    {"", "DeformConv", {{{19, 3, kInputs56}, {22, 3, kInputs57}}}},
    {"", "DepthToSpace", {{{1, 1, kInputs58}, {11, 1, kInputs58}, {13, 1, kInputs59}, {28, 1,
     kInputs59}}}},
    {"", "DequantizeLinear", {{{10, 2, kInputs60}, {13, 2, kInputs60}, {19, 2, kInputs61}, {21, 2,
     kInputs62}, {23, 2, kInputs63}, {24, 2, kInputs64}, {25, 2, kInputs65}, {28, 2, kInputs66}}}},
    {"", "Det", {{{11, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "DisentangledAttention_TRT", {{{1, 3, kInputs67}}}},
    {"", "Div", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Dropout", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {7, 1, kInputs0}, {10, 1, kInputs0}, {12,
     1, kInputs68}, {13, 1, kInputs69}, {22, 1, kInputs70}}}},
    {"", "DynamicQuantizeLinear", {{{11, 1, kInputs36}}}},
    {"", "DynamicSlice", {{{1, 3, kInputs71}, {10, 3, kInputs71}}}},
    {"", "EfficientNMS_TRT", {{{1, 2, kInputs72}}}},
    {"", "Einsum", {{{12, 1, kInputs73}, {28, 1, kInputs74}}}},
    {"", "Elu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Equal", {{{1, 2, kInputs75}, {7, 2, kInputs75}, {11, 2, kInputs76}, {13, 2, kInputs77},
     {19, 2, kInputs78}}}},
    {"", "Erf", {{{9, 1, kInputs1}, {13, 1, kInputs3}}}},
    {"", "Exp", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Expand", {{{8, 2, kInputs79}, {13, 2, kInputs80}}}},
    {"", "EyeLike", {{{9, 1, kInputs20}, {22, 1, kInputs81}}}},
    {"", "Flatten", {{{1, 1, kInputs0}, {9, 1, kInputs58}, {11, 1, kInputs58}, {13, 1, kInputs59},
     {21, 1, kInputs82}, {23, 1, kInputs83}, {24, 1, kInputs84}, {25, 1, kInputs85}}}},
    {"", "Floor", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "GRU", {{{1, 3, kInputs86}, {3, 3, kInputs86}, {7, 3, kInputs86}, {14, 3, kInputs86}, {22,
     3, kInputs87}}}},
    {"", "GRUUnit", {{{1, 4, kInputs88}, {10, 4, kInputs88}}}},
    {"", "Gather", {{{1, 2, kInputs89}, {11, 2, kInputs89}, {13, 2, kInputs37}}}},
    {"", "GatherElements", {{{11, 2, kInputs89}, {13, 2, kInputs37}}}},
    {"", "GatherND", {{{11, 2, kInputs79}, {12, 2, kInputs79}, {13, 2, kInputs80}}}},
    {"", "Gelu", {{{20, 1, kInputs3}}}},
    {"", "Gemm", {{{1, 3, kInputs90}, {6, 3, kInputs90}, {7, 3, kInputs90}, {9, 3, kInputs91}, {11,
     2, kInputs92}, {13, 2, kInputs93}}}},
    {"", "GivenTensorFill", {{{1, 0, kInputs94}, {10, 0, kInputs94}}}},
    {"", "GlobalAveragePool", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "GlobalLpPool", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "GlobalMaxPool", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Greater", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs95}, {13, 2, kInputs7}}}},
    {"", "GreaterOrEqual", {{{12, 2, kInputs95}, {16, 2, kInputs7}}}},
    {"", "GridSample", {{{16, 2, kInputs96}, {20, 2, kInputs96}, {22, 2, kInputs97}}}},
    {"", "GroupNormalization", {{{18, 3, kInputs98}, {21, 3, kInputs98}}}},
    {"", "HammingWindow", {{{17, 1, kInputs19}}}},
    {"", "HannWindow", {{{17, 1, kInputs19}}}},
    {"", "HardSigmoid", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "HardSwish", {{{14, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Hardmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Identity", {{{1, 1, kInputs58}, {13, 1, kInputs59}, {14, 1, kInputs99}, {16, 1,
     kInputs100}, {19, 1, kInputs101}, {21, 1, kInputs102}, {23, 1, kInputs103}, {24, 1,
     kInputs104}, {25, 1, kInputs105}}}},
    {"", "If", {{{1, 1, kInputs106}, {11, 1, kInputs106}, {13, 1, kInputs106}, {16, 1, kInputs106},
     {19, 1, kInputs106}, {21, 1, kInputs106}, {23, 1, kInputs106}, {24, 1, kInputs106}, {25, 1,
     kInputs106}}}},
    {"", "ImageDecoder", {{{20, 1, kInputs107}}}},
    {"", "ImageScaler", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
    {"", "InstanceNormalization", {{{1, 3, kInputs90}, {6, 3, kInputs90}, {22, 3, kInputs98}}}},
    {"", "IsInf", {{{10, 1, kInputs108}, {20, 1, kInputs109}}}},
    {"", "IsNaN", {{{9, 1, kInputs0}, {13, 1, kInputs3}, {20, 1, kInputs109}}}},
    {"", "LRN", {{{1, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "LSTM", {{{1, 3, kInputs110}, {7, 3, kInputs110}, {14, 3, kInputs110}, {22, 3,
     kInputs111}}}},
    {"", "LayerNormalization", {{{1, 2, kInputs112}, {17, 2, kInputs50}}}},
    {"", "LeakyRelu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {16, 1, kInputs3}}}},
    {"", "Less", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs95}, {13, 2, kInputs7}}}},
    {"", "LessOrEqual", {{{12, 2, kInputs95}, {16, 2, kInputs7}}}},
    {"", "LinearAttention", {{{27, 3, kInputs113}}}},
    {"", "Log", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "LogSoftmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Loop", {{{1, 3, kInputs114}, {11, 2, kInputs114}, {13, 2, kInputs115}, {16, 2,
     kInputs116}, {19, 2, kInputs117}, {21, 2, kInputs118}, {23, 2, kInputs119}, {24, 2,
     kInputs120}, {25, 2, kInputs121}}}},
    {"", "LpNormalization", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "LpPool", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {11, 1, kInputs0}, {18, 1, kInputs0}, {22,
     1, kInputs3}}}},
    {"", "MatMul", {{{1, 2, kInputs4}, {9, 2, kInputs5}, {13, 2, kInputs6}}}},
    {"", "MatMulInteger", {{{10, 2, kInputs51}}}},
    {"", "Max", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {12, 1, kInputs73}, {13,
     1, kInputs74}}}},
    {"", "MaxPool", {{{1, 1, kInputs0}, {8, 1, kInputs0}, {10, 1, kInputs0}, {11, 1, kInputs0}, {12,
     1, kInputs122}, {22, 1, kInputs123}}}},
    {"", "MaxRoiPool", {{{1, 2, kInputs4}, {22, 2, kInputs124}}}},
    {"", "MaxUnpool", {{{9, 2, kInputs125}, {11, 2, kInputs125}, {22, 2, kInputs126}}}},
    {"", "Mean", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {13, 1, kInputs127}}}},
    {"", "MeanVarianceNormalization", {{{1, 1, kInputs0}, {9, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "MelWeightMatrix", {{{17, 5, kInputs128}}}},
    {"", "MemcpyFromHost", {{{1, 1, kInputs129}}}},
    {"", "MemcpyToHost", {{{1, 1, kInputs129}}}},
    {"", "Min", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {12, 1, kInputs73}, {13,
     1, kInputs74}}}},
    {"", "Mish", {{{18, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Mod", {{{10, 2, kInputs95}, {13, 2, kInputs7}, {28, 2, kInputs7}}}},
    {"", "Mul", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "MultilevelCropAndResize_TRT", {{{1, 5, kInputs130}}}},
    {"", "Multinomial", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Neg", {{{1, 1, kInputs0}, {6, 1, kInputs131}, {13, 1, kInputs132}}}},
    {"", "NegativeLogLikelihoodLoss", {{{12, 2, kInputs133}, {13, 2, kInputs133}, {22, 2,
     kInputs134}}}},
    {"", "NonMaxSuppression", {{{10, 2, kInputs135}, {11, 2, kInputs135}}}},
    {"", "NonZero", {{{9, 1, kInputs58}, {13, 1, kInputs59}}}},
    {"", "Not", {{{1, 1, kInputs106}}}},
    {"", "OneHot", {{{9, 3, kInputs136}, {11, 3, kInputs136}, {28, 3, kInputs137}}}},
    {"", "Optional", {{{15, 0, kInputs138}, {28, 0, kInputs139}}}},
    {"", "OptionalGetElement", {{{15, 1, kInputs140}, {18, 1, kInputs141}, {28, 1, kInputs142}}}},
    {"", "OptionalHasElement", {{{15, 1, kInputs140}, {18, 0, kInputs143}, {28, 0, kInputs144}}}},
    {"", "Or", {{{1, 2, kInputs9}, {7, 2, kInputs9}}}},
    {"", "PRelu", {{{1, 2, kInputs4}, {6, 2, kInputs4}, {7, 2, kInputs4}, {9, 2, kInputs5}, {16, 2,
     kInputs6}}}},
    {"", "Pad", {{{1, 1, kInputs0}, {2, 1, kInputs0}, {11, 2, kInputs145}, {13, 2, kInputs146}, {18,
     2, kInputs147}, {19, 2, kInputs147}, {21, 2, kInputs148}, {23, 2, kInputs149}, {24, 2,
     kInputs150}, {25, 2, kInputs151}}}},
    {"", "ParametricSoftplus", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
    {"", "Pow", {{{1, 2, kInputs4}, {7, 2, kInputs4}, {12, 2, kInputs152}, {13, 2, kInputs153}, {15,
     2, kInputs154}}}},
    {"", "PyramidROIAlign_TRT", {{{1, 5, kInputs130}}}},
    {"", "QLinearConv", {{{10, 8, kInputs155}}}},
    {"", "QLinearMatMul", {{{10, 8, kInputs156}, {21, 8, kInputs157}}}},
    {"", "QuantizeLinear", {{{10, 2, kInputs158}, {13, 2, kInputs158}, {19, 2, kInputs159}, {21, 2,
     kInputs160}, {23, 2, kInputs161}, {24, 2, kInputs162}, {25, 2, kInputs163}, {28, 2,
     kInputs164}}}},
    {"", "RMSNormalization", {{{23, 2, kInputs165}}}},
    {"", "RNN", {{{1, 3, kInputs86}, {7, 3, kInputs86}, {14, 3, kInputs86}, {22, 3, kInputs87}}}},
    {"", "RandomNormal", {{{1, 0, {}}, {22, 0, {}}}}},
    {"", "RandomNormalLike", {{{1, 1, kInputs58}, {22, 1, kInputs59}}}},
    {"", "RandomUniform", {{{1, 0, {}}, {22, 0, {}}}}},
    {"", "RandomUniformLike", {{{1, 1, kInputs58}, {22, 1, kInputs59}}}},
    {"", "Range", {{{11, 3, kInputs166}, {27, 3, kInputs167}}}},
    {"", "Reciprocal", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "ReduceL1", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}}}},
    {"", "ReduceL2", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}}}},
    {"", "ReduceLogSum", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}, {28, 1, kInputs171}}}},
    {"", "ReduceLogSumExp", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}, {28, 1, kInputs171}}}},
    {"", "ReduceMax", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {12, 1, kInputs172}, {13, 1,
     kInputs173}, {18, 1, kInputs174}, {20, 1, kInputs175}}}},
    {"", "ReduceMean", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}}}},
    {"", "ReduceMin", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {12, 1, kInputs172}, {13, 1,
     kInputs173}, {18, 1, kInputs174}, {20, 1, kInputs175}}}},
    {"", "ReduceProd", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}}}},
    {"", "ReduceSum", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs170}}}},
    {"", "ReduceSumSquare", {{{1, 1, kInputs168}, {11, 1, kInputs168}, {13, 1, kInputs169}, {18, 1,
     kInputs170}}}},
    {"", "RegexFullMatch", {{{20, 1, kInputs176}}}},
    {"", "Relu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}, {14, 1, kInputs132}}}},
    {"", "Reshape", {{{1, 1, kInputs0}, {5, 2, kInputs79}, {13, 2, kInputs80}, {14, 2, kInputs80},
     {19, 2, kInputs177}, {21, 2, kInputs178}, {23, 2, kInputs179}, {24, 2, kInputs180}, {25, 2,
     kInputs181}}}},
    {"", "Resize", {{{10, 2, kInputs182}, {11, 3, kInputs183}, {13, 1, kInputs184}, {18, 1,
     kInputs184}, {19, 1, kInputs184}}}},
    {"", "ReverseSequence", {{{10, 2, kInputs79}, {28, 2, kInputs80}}}},
    {"", "RoiAlign", {{{10, 3, kInputs185}, {16, 3, kInputs185}, {22, 3, kInputs186}}}},
    {"", "RotaryEmbedding", {{{23, 3, kInputs187}}}},
    {"", "Round", {{{11, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "STFT", {{{17, 2, kInputs188}}}},
    {"", "Scale", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
    {"", "ScaledTanh", {{{1, 1, kInputs0}, {10, 1, kInputs0}}}},
    {"", "Scan", {{{8, 2, kInputs189}, {9, 1, kInputs190}, {11, 1, kInputs190}, {16, 1, kInputs191},
     {19, 1, kInputs192}, {21, 1, kInputs193}, {23, 1, kInputs194}, {24, 1, kInputs195}, {25, 1,
     kInputs196}}}},
    {"", "Scatter", {{{9, 3, kInputs197}, {11, 3, kInputs197}}}},
    {"", "ScatterElements", {{{11, 3, kInputs197}, {13, 3, kInputs198}, {16, 3, kInputs198}, {18, 3,
     kInputs198}}}},
    {"", "ScatterND", {{{11, 3, kInputs199}, {13, 3, kInputs200}, {16, 3, kInputs200}, {18, 3,
     kInputs200}}}},
    {"", "Selu", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "SequenceAt", {{{11, 2, kInputs201}}}},
    {"", "SequenceConstruct", {{{11, 1, kInputs45}}}},
    {"", "SequenceEmpty", {{{11, 0, {}}}}},
    {"", "SequenceErase", {{{11, 1, kInputs202}}}},
    {"", "SequenceInsert", {{{11, 2, kInputs203}}}},
    {"", "SequenceLength", {{{11, 1, kInputs47}}}},
    {"", "SequenceMap", {{{17, 1, kInputs204}}}},
    {"", "Shape", {{{1, 1, kInputs58}, {13, 1, kInputs59}, {15, 1, kInputs59}, {19, 1, kInputs205},
     {21, 1, kInputs82}, {23, 1, kInputs83}, {24, 1, kInputs84}, {25, 1, kInputs85}}}},
    {"", "Shrink", {{{9, 1, kInputs1}}}},
    {"", "Sigmoid", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Sign", {{{9, 1, kInputs1}, {13, 1, kInputs2}}}},
    {"", "SimplifiedLayerNormalization", {{{1, 2, kInputs165}}}},
    {"", "Sin", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Sinh", {{{9, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Size", {{{1, 1, kInputs58}, {13, 1, kInputs59}, {19, 1, kInputs205}, {21, 1, kInputs82},
     {23, 1, kInputs83}, {24, 1, kInputs84}, {25, 1, kInputs85}}}},
    {"", "Slice", {{{1, 1, kInputs58}, {10, 3, kInputs206}, {11, 3, kInputs206}, {13, 3,
     kInputs207}}}},
    {"", "Softmax", {{{1, 1, kInputs0}, {11, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "SoftmaxCrossEntropyLoss", {{{12, 2, kInputs133}, {13, 2, kInputs134}}}},
    {"", "Softplus", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Softsign", {{{1, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "SpaceToDepth", {{{1, 1, kInputs58}, {13, 1, kInputs59}, {28, 1, kInputs59}}}},
    {"", "Split", {{{1, 1, kInputs208}, {2, 1, kInputs58}, {11, 1, kInputs58}, {13, 1, kInputs209},
     {18, 1, kInputs209}}}},
    {"", "SplitToSequence", {{{11, 1, kInputs210}, {24, 1, kInputs211}}}},
    {"", "Sqrt", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "Squeeze", {{{1, 1, kInputs58}, {11, 1, kInputs58}, {13, 1, kInputs209}, {21, 1,
     kInputs212}, {23, 1, kInputs213}, {24, 1, kInputs214}, {25, 1, kInputs215}}}},
    {"", "StringConcat", {{{20, 2, kInputs216}}}},
    {"", "StringNormalizer", {{{10, 1, kInputs176}}}},
    {"", "StringSplit", {{{20, 1, kInputs176}}}},
    {"", "Sub", {{{1, 2, kInputs4}, {6, 2, kInputs5}, {7, 2, kInputs5}, {13, 2, kInputs6}, {14, 2,
     kInputs7}}}},
    {"", "Sum", {{{1, 1, kInputs44}, {6, 1, kInputs44}, {8, 1, kInputs44}, {13, 1, kInputs127}}}},
    {"", "SwiGLU", {{{28, 2, kInputs124}}}},
    {"", "Swish", {{{24, 1, kInputs3}}}},
    {"", "Tan", {{{7, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Tanh", {{{1, 1, kInputs0}, {6, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"", "TensorScatter", {{{24, 2, kInputs217}}}},
    {"", "TfIdfVectorizer", {{{9, 1, kInputs218}}}},
    {"", "ThresholdedRelu", {{{1, 1, kInputs0}, {10, 1, kInputs0}, {22, 1, kInputs3}}}},
    {"", "Tile", {{{1, 3, kInputs90}, {6, 2, kInputs79}, {13, 2, kInputs80}}}},
    {"", "TopK", {{{1, 1, kInputs0}, {10, 2, kInputs219}, {11, 2, kInputs220}, {24, 2,
     kInputs221}}}},
    {"", "Transpose", {{{1, 1, kInputs58}, {13, 1, kInputs59}, {21, 1, kInputs82}, {23, 1,
     kInputs83}, {24, 1, kInputs84}, {25, 1, kInputs85}}}},
    {"", "Trilu", {{{14, 1, kInputs209}}}},
    {"", "Unique", {{{11, 1, kInputs58}, {28, 1, kInputs59}}}},
    {"", "Unsqueeze", {{{1, 1, kInputs58}, {11, 1, kInputs58}, {13, 2, kInputs80}, {21, 2,
     kInputs178}, {23, 2, kInputs179}, {24, 2, kInputs180}, {25, 2, kInputs181}}}},
    {"", "Upsample", {{{1, 1, kInputs222}, {7, 1, kInputs58}, {9, 2, kInputs182}, {10, 2,
     kInputs182}}}},
    {"", "Where", {{{9, 3, kInputs223}, {16, 3, kInputs224}}}},
    {"", "Xor", {{{1, 2, kInputs9}, {7, 2, kInputs9}}}},
    {"ai.onnx.ml", "ArrayFeatureExtractor", {{{1, 2, kInputs225}}}},
    {"ai.onnx.ml", "Binarizer", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "CastMap", {{{1, 1, kInputs227}}}},
    {"ai.onnx.ml", "CategoryMapper", {{{1, 1, kInputs228}}}},
    {"ai.onnx.ml", "DictVectorizer", {{{1, 1, kInputs227}}}},
    {"ai.onnx.ml", "FeatureVectorizer", {{{1, 1, kInputs229}}}},
    {"ai.onnx.ml", "Imputer", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "LabelEncoder", {{{1, 1, kInputs228}, {2, 1, kInputs230}, {4, 1, kInputs231}}}},
    {"ai.onnx.ml", "LinearClassifier", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "LinearRegressor", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "Normalizer", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "OneHotEncoder", {{{1, 1, kInputs232}}}},
    {"ai.onnx.ml", "SVMClassifier", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "SVMRegressor", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "Scaler", {{{1, 1, kInputs226}}}},
    {"ai.onnx.ml", "TreeEnsemble", {{{5, 1, kInputs0}}}},
    {"ai.onnx.ml", "TreeEnsembleClassifier", {{{1, 1, kInputs226}, {3, 1, kInputs226}, {5, 1,
     kInputs226}}}},
    {"ai.onnx.ml", "TreeEnsembleRegressor", {{{1, 1, kInputs226}, {3, 1, kInputs226}, {5, 1,
     kInputs226}}}},
    {"ai.onnx.ml", "ZipMap", {{{1, 1, kInputs36}}}},
    {"ai.onnx.preview", "FlexAttention", {{{1, 3, kInputs98}}}},
    {"ai.onnx.preview.training", "Adagrad", {{{1, 3, kInputs233}}}},
    {"ai.onnx.preview.training", "Adam", {{{1, 3, kInputs233}}}},
    {"ai.onnx.preview.training", "Gradient", {{{1, 1, kInputs190}}}},
    {"ai.onnx.preview.training", "Momentum", {{{1, 3, kInputs233}}}},
    {"com.microsoft", "Attention", {{{1, 2, kInputs234}}}},
    {"com.microsoft", "AttnLSTM", {{{1, 3, kInputs235}}}},
    {"com.microsoft", "BeamSearch", {{{1, 5, kInputs236}}}},
    {"com.microsoft", "BiasAdd", {{{1, 3, kInputs67}}}},
    {"com.microsoft", "BiasDropout", {{{1, 2, kInputs237}}}},
    {"com.microsoft", "BiasGelu", {{{1, 2, kInputs124}}}},
    {"com.microsoft", "BiasSoftmax", {{{1, 2, kInputs4}}}},
    {"com.microsoft", "BiasSplitGelu", {{{1, 2, kInputs238}}}},
    {"com.microsoft", "BifurcationDetector", {{{1, 3, kInputs239}}}},
    {"com.microsoft", "BitmaskBiasDropout", {{{1, 2, kInputs237}}}},
    {"com.microsoft", "BitmaskDropout", {{{1, 1, kInputs240}}}},
    {"com.microsoft", "BranchwiseRMSNorm", {{{1, 1, kInputs241}}}},
    {"com.microsoft", "CDist", {{{1, 2, kInputs242}}}},
    {"com.microsoft", "CausalConvWithState", {{{1, 2, kInputs35}}}},
    {"com.microsoft", "ComplexMul", {{{1, 2, kInputs4}}}},
    {"com.microsoft", "ComplexMulConj", {{{1, 2, kInputs4}}}},
    {"com.microsoft", "ConvTransposeWithDynamicPads", {{{1, 2, kInputs243}}}},
    {"com.microsoft", "CropAndResize", {{{1, 4, kInputs244}}}},
    {"com.microsoft", "DecoderAttention", {{{1, 12, kInputs245}}}},
    {"com.microsoft", "DecoderMaskedMultiHeadAttention", {{{1, 1, kInputs246}}}},
    {"com.microsoft", "DecoderMaskedSelfAttention", {{{1, 7, kInputs247}}}},
    {"com.microsoft", "DequantizeBFP", {{{1, 3, kInputs248}}}},
    {"com.microsoft", "DequantizeLinear", {{{1, 2, kInputs249}}}},
    {"com.microsoft", "DequantizeWithOrder", {{{1, 2, kInputs250}}}},
    {"com.microsoft", "DynamicQuantizeLSTM", {{{1, 12, kInputs251}}}},
    {"com.microsoft", "DynamicQuantizeMatMul", {{{1, 3, kInputs252}}}},
    {"com.microsoft", "DynamicSparseAttention", {{{1, 11, kInputs253}}}},
    {"com.microsoft", "DynamicTimeWarping", {{{1, 1, kInputs36}}}},
    {"com.microsoft", "EPContext", {{{1, 0, kInputs254}}}},
    {"com.microsoft", "EmbedLayerNormalization", {{{1, 7, kInputs255}}}},
    {"com.microsoft", "EngramGate", {{{1, 5, kInputs256}}}},
    {"com.microsoft", "ExpandDims", {{{1, 2, kInputs257}}}},
    {"com.microsoft", "FastGelu", {{{1, 1, kInputs258}}}},
    {"com.microsoft", "FusedConv", {{{1, 2, kInputs259}}}},
    {"com.microsoft", "FusedGemm", {{{1, 2, kInputs92}}}},
    {"com.microsoft", "FusedMatMul", {{{1, 2, kInputs124}}}},
    {"com.microsoft", "FusedMatMulActivation", {{{1, 2, kInputs124}}}},
    {"com.microsoft", "GatedAdd", {{{1, 3, kInputs260}}}},
    {"com.microsoft", "GatedDeltaNet", {{{1, 1, kInputs261}}}},
    {"com.microsoft", "GatedRMSNorm", {{{1, 3, kInputs260}}}},
    {"com.microsoft", "GatedRelativePositionBias", {{{1, 6, kInputs262}}}},
    {"com.microsoft", "GatherBlockQuantized", {{{1, 3, kInputs263}}}},
    {"com.microsoft", "GatherND", {{{1, 2, kInputs89}}}},
    {"com.microsoft", "Gelu", {{{1, 1, kInputs3}}}},
    {"com.microsoft", "GemmFastGelu", {{{1, 2, kInputs264}}}},
    {"com.microsoft", "GemmFloat8", {{{1, 2, kInputs265}}}},
    {"com.microsoft", "GemmaRotaryEmbedding", {{{1, 5, kInputs266}}}},
    {"com.microsoft", "GreedySearch", {{{1, 2, kInputs267}}}},
    {"com.microsoft", "GridSample", {{{1, 2, kInputs268}}}},
    {"com.microsoft", "GroupNorm", {{{1, 3, kInputs269}}}},
    {"com.microsoft", "GroupQueryAttention", {{{1, 7, kInputs270}}}},
    {"com.microsoft", "HyperConnectionPostMix", {{{1, 3, kInputs271}}}},
    {"com.microsoft", "HyperConnectionPreMix", {{{1, 2, kInputs272}}}},
    {"com.microsoft", "Inverse", {{{1, 1, kInputs0}}}},
    {"com.microsoft", "Irfft", {{{1, 1, kInputs0}}}},
    {"com.microsoft", "IsAllFinite", {{{1, 1, kInputs127}}}},
    {"com.microsoft", "LinearAttention", {{{1, 3, kInputs113}}}},
    {"com.microsoft", "LinearAttentionGate", {{{1, 3, kInputs273}}}},
    {"com.microsoft", "LongformerAttention", {{{1, 7, kInputs274}}}},
    {"com.microsoft", "MRotaryEmbedding", {{{1, 4, kInputs275}}}},
    {"com.microsoft", "MatMulBlockQuantizedFp4Weight", {{{1, 4, kInputs276}}}},
    {"com.microsoft", "MatMulBlockQuantizedFp8Weight", {{{1, 3, kInputs277}}}},
    {"com.microsoft", "MatMulBnb4", {{{1, 3, kInputs278}}}},
    {"com.microsoft", "MatMulFpQ4", {{{1, 3, kInputs279}}}},
    {"com.microsoft", "MatMulInteger16", {{{1, 2, kInputs280}}}},
    {"com.microsoft", "MatMulIntegerToFloat", {{{1, 4, kInputs281}}}},
    {"com.microsoft", "MatMulNBits", {{{1, 3, kInputs282}}}},
    {"com.microsoft", "MatMulNBitsMlp", {{{1, 8, kInputs283}}}},
    {"com.microsoft", "MatMulNBitsQkv", {{{1, 11, kInputs284}}}},
    {"com.microsoft", "MaxpoolWithMask", {{{1, 2, kInputs285}}}},
    {"com.microsoft", "MoE", {{{1, 5, kInputs286}}}},
    {"com.microsoft", "MulInteger", {{{1, 3, kInputs287}}}},
    {"com.microsoft", "MultiHeadAttention", {{{1, 1, kInputs288}}}},
    {"com.microsoft", "MurmurHash3", {{{1, 1, kInputs289}}}},
    {"com.microsoft", "NGramHashMapping", {{{1, 3, kInputs290}}}},
    {"com.microsoft", "NGramRepeatBlock", {{{1, 2, kInputs291}}}},
    {"com.microsoft", "NhwcConv", {{{1, 2, kInputs49}}}},
    {"com.microsoft", "NhwcFusedConv", {{{1, 2, kInputs292}}}},
    {"com.microsoft", "NhwcMaxPool", {{{1, 1, kInputs293}}}},
    {"com.microsoft", "PackedAttention", {{{1, 5, kInputs294}}}},
    {"com.microsoft", "PackedMultiHeadAttention", {{{1, 6, kInputs295}}}},
    {"com.microsoft", "PackedSparseAttentionIndexer", {{{1, 16, kInputs296}}}},
    {"com.microsoft", "Pad", {{{1, 2, kInputs297}}}},
    {"com.microsoft", "PagedAttention", {{{1, 8, kInputs298}}}},
    {"com.microsoft", "QAttention", {{{1, 5, kInputs299}}}},
    {"com.microsoft", "QEmbedLayerNormalization", {{{1, 18, kInputs300}}}},
    {"com.microsoft", "QGemm", {{{1, 6, kInputs301}}}},
    {"com.microsoft", "QLinearAdd", {{{1, 7, kInputs302}}}},
    {"com.microsoft", "QLinearAveragePool", {{{1, 4, kInputs303}}}},
    {"com.microsoft", "QLinearConcat", {{{1, 3, kInputs304}}}},
    {"com.microsoft", "QLinearConv", {{{1, 8, kInputs155}}}},
    {"com.microsoft", "QLinearGlobalAveragePool", {{{1, 5, kInputs305}}}},
    {"com.microsoft", "QLinearLeakyRelu", {{{1, 4, kInputs303}}}},
    {"com.microsoft", "QLinearMul", {{{1, 7, kInputs302}}}},
    {"com.microsoft", "QLinearReduceMean", {{{1, 4, kInputs303}}}},
    {"com.microsoft", "QLinearSigmoid", {{{1, 4, kInputs303}}}},
    {"com.microsoft", "QLinearSoftmax", {{{1, 5, kInputs306}}}},
    {"com.microsoft", "QLinearWhere", {{{1, 9, kInputs307}}}},
    {"com.microsoft", "QMoE", {{{1, 6, kInputs308}}}},
    {"com.microsoft", "QOrderedAttention", {{{1, 17, kInputs309}}}},
    {"com.microsoft", "QOrderedGelu", {{{1, 3, kInputs310}}}},
    {"com.microsoft", "QOrderedLayerNormalization", {{{1, 5, kInputs311}}}},
    {"com.microsoft", "QOrderedLongformerAttention", {{{1, 14, kInputs312}}}},
    {"com.microsoft", "QOrderedMatMul", {{{1, 5, kInputs313}}}},
    {"com.microsoft", "QuantizeBFP", {{{1, 1, kInputs314}}}},
    {"com.microsoft", "QuantizeLinear", {{{1, 2, kInputs315}}}},
    {"com.microsoft", "QuantizeWithOrder", {{{1, 2, kInputs316}}}},
    {"com.microsoft", "QuickGelu", {{{1, 1, kInputs3}}}},
    {"com.microsoft", "Range", {{{1, 2, kInputs317}}}},
    {"com.microsoft", "ReduceSumInteger", {{{1, 1, kInputs293}}}},
    {"com.microsoft", "RelativePositionBias", {{{1, 3, kInputs318}}}},
    {"com.microsoft", "RemovePadding", {{{1, 2, kInputs319}}}},
    {"com.microsoft", "RestorePadding", {{{1, 2, kInputs319}}}},
    {"com.microsoft", "Rfft", {{{1, 1, kInputs0}}}},
    {"com.microsoft", "RotaryEmbedding", {{{1, 4, kInputs275}}}},
    {"com.microsoft", "SampleOp", {{{1, 1, kInputs168}}}},
    {"com.microsoft", "Sampling", {{{1, 2, kInputs320}}}},
    {"com.microsoft", "ScaledSiLU", {{{1, 1, kInputs241}}}},
    {"com.microsoft", "SkipGroupNorm", {{{1, 4, kInputs321}}}},
    {"com.microsoft", "SkipLayerNormalization", {{{1, 3, kInputs322}}}},
    {"com.microsoft", "SkipSimplifiedLayerNormalization", {{{1, 3, kInputs323}}}},
    {"com.microsoft", "Snpe", {{{1, 1, kInputs324}}}},
    {"com.microsoft", "SparseAttention", {{{1, 9, kInputs325}}}},
    {"com.microsoft", "SparseAttentionIndexer", {{{1, 8, kInputs326}}}},
    {"com.microsoft", "SparsePagedAttention", {{{1, 11, kInputs327}}}},
    {"com.microsoft", "SparseToDenseMatMul", {{{1, 2, kInputs328}}}},
    {"com.microsoft", "Tokenizer", {{{1, 1, kInputs176}}}},
    {"com.microsoft", "TorchEmbedding", {{{1, 2, kInputs329}}}},
    {"com.microsoft", "TransposeMatMul", {{{1, 2, kInputs124}}}},
    {"com.microsoft", "Trilu", {{{1, 1, kInputs330}}}},
    {"com.microsoft", "UnfoldTensor", {{{1, 1, kInputs59}}}},
    {"com.microsoft", "Unique", {{{1, 1, kInputs58}}}},
    {"com.microsoft", "VarlenCausalConvWithState", {{{1, 5, kInputs331}}}},
    {"com.microsoft", "VarlenNGramHashMapping", {{{1, 4, kInputs332}}}},
    {"com.microsoft", "WhisperBeamSearch", {{{1, 5, kInputs333}}}},
    {"com.microsoft", "WordConvEmbedding", {{{1, 4, kInputs334}}}},
    {"com.microsoft.nchwc", "AveragePool", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "Conv", {{{1, 2, kInputs335}}}},
    {"com.microsoft.nchwc", "GlobalAveragePool", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "GlobalMaxPool", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "MaxPool", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "ReorderInput", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "ReorderOutput", {{{1, 1, kInputs36}}}},
    {"com.microsoft.nchwc", "Upsample", {{{1, 1, kInputs36}}}},
    {"com.ms.internal.nhwc", "AveragePool", {{{7, 1, kInputs0}, {10, 1, kInputs0}, {11, 1,
     kInputs0}, {19, 1, kInputs0}}}},
    {"com.ms.internal.nhwc", "BatchNormalization", {{{7, 5, kInputs12}, {9, 5, kInputs12}, {14, 5,
     kInputs13}, {15, 5, kInputs14}}}},
    {"com.ms.internal.nhwc", "Conv", {{{1, 2, kInputs49}, {11, 2, kInputs49}}}},
    {"com.ms.internal.nhwc", "ConvTranspose", {{{1, 2, kInputs49}, {11, 2, kInputs49}}}},
    {"com.ms.internal.nhwc", "DepthToSpace", {{{1, 1, kInputs58}, {11, 1, kInputs58}, {13, 1,
     kInputs59}}}},
    {"com.ms.internal.nhwc", "GlobalAveragePool", {{{1, 1, kInputs0}}}},
    {"com.ms.internal.nhwc", "GlobalLpPool", {{{2, 1, kInputs0}}}},
    {"com.ms.internal.nhwc", "GlobalMaxPool", {{{1, 1, kInputs0}}}},
    {"com.ms.internal.nhwc", "GridSample", {{{16, 2, kInputs96}, {20, 2, kInputs96}}}},
    {"com.ms.internal.nhwc", "InstanceNormalization", {{{6, 3, kInputs90}}}},
    {"com.ms.internal.nhwc", "LRN", {{{1, 1, kInputs0}, {13, 1, kInputs3}}}},
    {"com.ms.internal.nhwc", "LpPool", {{{11, 1, kInputs0}, {18, 1, kInputs0}}}},
    {"com.ms.internal.nhwc", "MaxPool", {{{1, 1, kInputs0}, {8, 1, kInputs0}, {10, 1, kInputs0},
     {11, 1, kInputs0}, {12, 1, kInputs122}}}},
    {"com.ms.internal.nhwc", "MaxUnpool", {{{9, 2, kInputs125}, {11, 2, kInputs125}}}},
    {"com.ms.internal.nhwc", "QLinearAveragePool", {{{1, 4, kInputs303}}}},
    {"com.ms.internal.nhwc", "QLinearConv", {{{10, 8, kInputs155}}}},
    {"com.ms.internal.nhwc", "QLinearConvTranspose", {{{1, 8, kInputs155}}}},
    {"com.ms.internal.nhwc", "Resize", {{{11, 3, kInputs183}, {13, 1, kInputs184}, {18, 1,
     kInputs184}, {19, 1, kInputs184}}}},
    {"com.ms.internal.nhwc", "SpaceToDepth", {{{1, 1, kInputs58}, {13, 1, kInputs59}}}},
};
// clang-format on

}  // namespace

absl::Span<const OnnxOperator> OnnxOperators() { return kOperators; }

}  // namespace shapewright::ops
