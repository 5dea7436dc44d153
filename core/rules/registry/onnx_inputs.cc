// Written by tests/conformance/write_onnx_inputs.py from the operator schemas of onnx
// 1.23.2 and onnxruntime 1.31.1: change nothing here.
#include "core/rules/registry/onnx_inputs.h"

namespace shapewright::rules {
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

constexpr absl::string_view kAttributes0[] = {"consumed_inputs"};
constexpr absl::string_view kAttributes1[] = {"axis", "broadcast", "consumed_inputs"};
constexpr absl::string_view kAttributes2[] = {"axis", "broadcast"};
constexpr absl::string_view kAttributes3[] = {"alpha", "beta"};
constexpr absl::string_view kAttributes4[] = {"align_corners"};
constexpr absl::string_view kAttributes5[] = {"axis", "keepdims"};
constexpr absl::string_view kAttributes6[] = {"axis", "keepdims", "select_last_index"};
constexpr absl::string_view kAttributes7[] = {"is_causal", "kv_num_heads", "q_num_heads",
    "qk_matmul_output_mode", "scale", "softcap", "softmax_precision"};
constexpr absl::string_view kAttributes8[] = {"is_causal", "kv_num_heads", "left_window_size",
    "q_num_heads", "qk_matmul_output_mode", "right_window_size", "scale", "softcap",
    "softmax_precision"};
constexpr absl::string_view kAttributes9[] = {"auto_pad", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes10[] = {"auto_pad", "count_include_pad", "kernel_shape",
    "pads", "strides"};
constexpr absl::string_view kAttributes11[] = {"auto_pad", "ceil_mode", "count_include_pad",
    "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes12[] = {"auto_pad", "ceil_mode", "count_include_pad",
    "dilations", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes13[] = {"consumed_inputs", "epsilon", "is_test", "momentum",
    "spatial"};
constexpr absl::string_view kAttributes14[] = {"epsilon", "is_test", "momentum", "spatial"};
constexpr absl::string_view kAttributes15[] = {"epsilon", "momentum", "spatial"};
constexpr absl::string_view kAttributes16[] = {"epsilon", "momentum"};
constexpr absl::string_view kAttributes17[] = {"epsilon", "momentum", "training_mode"};
constexpr absl::string_view kAttributes18[] = {"dtype", "seed"};
constexpr absl::string_view kAttributes19[] = {"to"};
constexpr absl::string_view kAttributes20[] = {"direction"};
constexpr absl::string_view kAttributes21[] = {"output_datatype", "periodic"};
constexpr absl::string_view kAttributes22[] = {"saturate", "to"};
constexpr absl::string_view kAttributes23[] = {"round_mode", "saturate", "to"};
constexpr absl::string_view kAttributes24[] = {"saturate"};
constexpr absl::string_view kAttributes25[] = {"round_mode", "saturate"};
constexpr absl::string_view kAttributes26[] = {"activation"};
constexpr absl::string_view kAttributes27[] = {"alpha"};
constexpr absl::string_view kAttributes28[] = {"axes"};
constexpr absl::string_view kAttributes29[] = {"consumed_inputs", "max", "min"};
constexpr absl::string_view kAttributes30[] = {"max", "min"};
constexpr absl::string_view kAttributes31[] = {"dilations", "pads", "strides"};
constexpr absl::string_view kAttributes32[] = {"axis"};
constexpr absl::string_view kAttributes33[] = {"axis", "new_axis"};
constexpr absl::string_view kAttributes34[] = {"value"};
constexpr absl::string_view kAttributes35[] = {"sparse_value", "value"};
constexpr absl::string_view kAttributes36[] = {"sparse_value", "value", "value_float",
    "value_floats", "value_int", "value_ints", "value_string", "value_strings"};
constexpr absl::string_view kAttributes37[] = {"auto_pad", "dilations", "group", "kernel_shape",
    "pads", "strides"};
constexpr absl::string_view kAttributes38[] = {"auto_pad", "dilations", "group", "kernel_shape",
    "output_padding", "output_shape", "pads", "strides"};
constexpr absl::string_view kAttributes39[] = {"border", "scale"};
constexpr absl::string_view kAttributes40[] = {"exclusive", "reverse"};
constexpr absl::string_view kAttributes41[] = {"axis", "inverse", "onesided"};
constexpr absl::string_view kAttributes42[] = {"inverse", "onesided"};
constexpr absl::string_view kAttributes43[] = {"dilations", "group", "kernel_shape", "offset_group",
    "pads", "strides"};
constexpr absl::string_view kAttributes44[] = {"blocksize"};
constexpr absl::string_view kAttributes45[] = {"blocksize", "mode"};
constexpr absl::string_view kAttributes46[] = {"axis", "block_size"};
constexpr absl::string_view kAttributes47[] = {"axis", "block_size", "output_dtype"};
constexpr absl::string_view kAttributes48[] = {"factor", "span"};
constexpr absl::string_view kAttributes49[] = {"consumed_inputs", "is_test", "ratio"};
constexpr absl::string_view kAttributes50[] = {"is_test", "ratio"};
constexpr absl::string_view kAttributes51[] = {"ratio"};
constexpr absl::string_view kAttributes52[] = {"seed"};
constexpr absl::string_view kAttributes53[] = {"background_class", "box_coding", "iou_threshold",
    "max_output_boxes", "plugin_version", "score_activation", "score_threshold"};
constexpr absl::string_view kAttributes54[] = {"equation"};
constexpr absl::string_view kAttributes55[] = {"alpha", "consumed_inputs"};
constexpr absl::string_view kAttributes56[] = {"dtype", "k"};
constexpr absl::string_view kAttributes57[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "output_sequence"};
constexpr absl::string_view kAttributes58[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "linear_before_reset", "output_sequence"};
constexpr absl::string_view kAttributes59[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "linear_before_reset"};
constexpr absl::string_view kAttributes60[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "layout", "linear_before_reset"};
constexpr absl::string_view kAttributes61[] = {"drop_states"};
constexpr absl::string_view kAttributes62[] = {"batch_dims"};
constexpr absl::string_view kAttributes63[] = {"approximate"};
constexpr absl::string_view kAttributes64[] = {"alpha", "beta", "broadcast", "transA", "transB"};
constexpr absl::string_view kAttributes65[] = {"alpha", "beta", "transA", "transB"};
constexpr absl::string_view kAttributes66[] = {"extra_shape", "input_as_shape", "shape", "values"};
constexpr absl::string_view kAttributes67[] = {"p"};
constexpr absl::string_view kAttributes68[] = {"align_corners", "mode", "padding_mode"};
constexpr absl::string_view kAttributes69[] = {"epsilon", "num_groups"};
constexpr absl::string_view kAttributes70[] = {"epsilon", "num_groups", "stash_type"};
constexpr absl::string_view kAttributes71[] = {"alpha", "beta", "consumed_inputs"};
constexpr absl::string_view kAttributes72[] = {"else_branch", "then_branch"};
constexpr absl::string_view kAttributes73[] = {"pixel_format"};
constexpr absl::string_view kAttributes74[] = {"bias", "scale"};
constexpr absl::string_view kAttributes75[] = {"consumed_inputs", "epsilon"};
constexpr absl::string_view kAttributes76[] = {"epsilon"};
constexpr absl::string_view kAttributes77[] = {"detect_negative", "detect_positive"};
constexpr absl::string_view kAttributes78[] = {"alpha", "beta", "bias", "size"};
constexpr absl::string_view kAttributes79[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "input_forget", "output_sequence"};
constexpr absl::string_view kAttributes80[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "input_forget"};
constexpr absl::string_view kAttributes81[] = {"activation_alpha", "activation_beta", "activations",
    "clip", "direction", "hidden_size", "input_forget", "layout"};
constexpr absl::string_view kAttributes82[] = {"axis", "epsilon", "stash_type"};
constexpr absl::string_view kAttributes83[] = {"chunk_size", "kv_num_heads", "q_num_heads", "scale",
    "update_rule"};
constexpr absl::string_view kAttributes84[] = {"body"};
constexpr absl::string_view kAttributes85[] = {"axis", "p"};
constexpr absl::string_view kAttributes86[] = {"auto_pad", "kernel_shape", "p", "pads", "strides"};
constexpr absl::string_view kAttributes87[] = {"auto_pad", "ceil_mode", "dilations", "kernel_shape",
    "p", "pads", "strides"};
constexpr absl::string_view kAttributes88[] = {"auto_pad", "kernel_shape", "pads", "storage_order",
    "strides"};
constexpr absl::string_view kAttributes89[] = {"auto_pad", "ceil_mode", "dilations", "kernel_shape",
    "pads", "storage_order", "strides"};
constexpr absl::string_view kAttributes90[] = {"pooled_shape", "spatial_scale"};
constexpr absl::string_view kAttributes91[] = {"kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes92[] = {"across_channels", "normalize_variance"};
constexpr absl::string_view kAttributes93[] = {"output_datatype"};
constexpr absl::string_view kAttributes94[] = {"fmod"};
constexpr absl::string_view kAttributes95[] = {"image_size", "plugin_version", "pooled_size"};
constexpr absl::string_view kAttributes96[] = {"dtype", "sample_size", "seed"};
constexpr absl::string_view kAttributes97[] = {"ignore_index", "reduction"};
constexpr absl::string_view kAttributes98[] = {"center_point_box"};
constexpr absl::string_view kAttributes99[] = {"type"};
constexpr absl::string_view kAttributes100[] = {"mode", "paddings", "value"};
constexpr absl::string_view kAttributes101[] = {"mode", "pads", "value"};
constexpr absl::string_view kAttributes102[] = {"mode"};
constexpr absl::string_view kAttributes103[] = {"plugin_version", "pooled_size"};
constexpr absl::string_view kAttributes104[] = {"axis", "saturate"};
constexpr absl::string_view kAttributes105[] = {"axis", "block_size", "output_dtype", "saturate"};
constexpr absl::string_view kAttributes106[] = {"axis", "block_size", "output_dtype", "precision",
    "saturate"};
constexpr absl::string_view kAttributes107[] = {"activation_alpha", "activation_beta",
    "activations", "clip", "direction", "hidden_size"};
constexpr absl::string_view kAttributes108[] = {"activation_alpha", "activation_beta",
    "activations", "clip", "direction", "hidden_size", "layout"};
constexpr absl::string_view kAttributes109[] = {"dtype", "mean", "scale", "seed", "shape"};
constexpr absl::string_view kAttributes110[] = {"dtype", "mean", "scale", "seed"};
constexpr absl::string_view kAttributes111[] = {"dtype", "high", "low", "seed", "shape"};
constexpr absl::string_view kAttributes112[] = {"dtype", "high", "low", "seed"};
constexpr absl::string_view kAttributes113[] = {"stash_type"};
constexpr absl::string_view kAttributes114[] = {"axes", "keepdims"};
constexpr absl::string_view kAttributes115[] = {"keepdims", "noop_with_empty_axes"};
constexpr absl::string_view kAttributes116[] = {"pattern"};
constexpr absl::string_view kAttributes117[] = {"consumed_inputs", "shape"};
constexpr absl::string_view kAttributes118[] = {"allowzero"};
constexpr absl::string_view kAttributes119[] = {"coordinate_transformation_mode", "cubic_coeff_a",
    "exclude_outside", "extrapolation_value", "mode", "nearest_mode"};
constexpr absl::string_view kAttributes120[] = {"antialias", "axes",
    "coordinate_transformation_mode", "cubic_coeff_a", "exclude_outside", "extrapolation_value",
    "keep_aspect_ratio_policy", "mode", "nearest_mode"};
constexpr absl::string_view kAttributes121[] = {"batch_axis", "time_axis"};
constexpr absl::string_view kAttributes122[] = {"mode", "output_height", "output_width",
    "sampling_ratio", "spatial_scale"};
constexpr absl::string_view kAttributes123[] = {"coordinate_transformation_mode", "mode",
    "output_height", "output_width", "sampling_ratio", "spatial_scale"};
constexpr absl::string_view kAttributes124[] = {"interleaved", "num_heads", "rotary_embedding_dim"};
constexpr absl::string_view kAttributes125[] = {"onesided"};
constexpr absl::string_view kAttributes126[] = {"scale"};
constexpr absl::string_view kAttributes127[] = {"body", "directions", "num_scan_inputs"};
constexpr absl::string_view kAttributes128[] = {"body", "num_scan_inputs", "scan_input_axes",
    "scan_input_directions", "scan_output_axes", "scan_output_directions"};
constexpr absl::string_view kAttributes129[] = {"axis", "reduction"};
constexpr absl::string_view kAttributes130[] = {"reduction"};
constexpr absl::string_view kAttributes131[] = {"alpha", "consumed_inputs", "gamma"};
constexpr absl::string_view kAttributes132[] = {"alpha", "gamma"};
constexpr absl::string_view kAttributes133[] = {"dtype"};
constexpr absl::string_view kAttributes134[] = {"end", "start"};
constexpr absl::string_view kAttributes135[] = {"bias", "lambd"};
constexpr absl::string_view kAttributes136[] = {"axes", "ends", "starts"};
constexpr absl::string_view kAttributes137[] = {"axis", "split"};
constexpr absl::string_view kAttributes138[] = {"axis", "num_outputs"};
constexpr absl::string_view kAttributes139[] = {"case_change_action", "is_case_sensitive", "locale",
    "stopwords"};
constexpr absl::string_view kAttributes140[] = {"delimiter", "maxsplit"};
constexpr absl::string_view kAttributes141[] = {"axis", "mode"};
constexpr absl::string_view kAttributes142[] = {"max_gram_length", "max_skip_count",
    "min_gram_length", "mode", "ngram_counts", "ngram_indexes", "pool_int64s", "pool_strings",
    "weights"};
constexpr absl::string_view kAttributes143[] = {"axis", "k"};
constexpr absl::string_view kAttributes144[] = {"axis", "largest", "sorted"};
constexpr absl::string_view kAttributes145[] = {"perm"};
constexpr absl::string_view kAttributes146[] = {"upper"};
constexpr absl::string_view kAttributes147[] = {"axis", "sorted"};
constexpr absl::string_view kAttributes148[] = {"height_scale", "mode", "width_scale"};
constexpr absl::string_view kAttributes149[] = {"mode", "scales"};
constexpr absl::string_view kAttributes150[] = {"threshold"};
constexpr absl::string_view kAttributes151[] = {"cast_to", "map_form", "max_map"};
constexpr absl::string_view kAttributes152[] = {"cats_int64s", "cats_strings", "default_int64",
    "default_string"};
constexpr absl::string_view kAttributes153[] = {"int64_vocabulary", "string_vocabulary"};
constexpr absl::string_view kAttributes154[] = {"inputdimensions"};
constexpr absl::string_view kAttributes155[] = {"imputed_value_floats", "imputed_value_int64s",
    "replaced_value_float", "replaced_value_int64"};
constexpr absl::string_view kAttributes156[] = {"classes_strings", "default_int64",
    "default_string"};
constexpr absl::string_view kAttributes157[] = {"default_float", "default_int64", "default_string",
    "keys_floats", "keys_int64s", "keys_strings", "values_floats", "values_int64s",
    "values_strings"};
constexpr absl::string_view kAttributes158[] = {"default_float", "default_int64", "default_string",
    "default_tensor", "keys_floats", "keys_int64s", "keys_strings", "keys_tensor", "values_floats",
    "values_int64s", "values_strings", "values_tensor"};
constexpr absl::string_view kAttributes159[] = {"classlabels_ints", "classlabels_strings",
    "coefficients", "intercepts", "multi_class", "post_transform"};
constexpr absl::string_view kAttributes160[] = {"coefficients", "intercepts", "post_transform",
    "targets"};
constexpr absl::string_view kAttributes161[] = {"norm"};
constexpr absl::string_view kAttributes162[] = {"cats_int64s", "cats_strings", "zeros"};
constexpr absl::string_view kAttributes163[] = {"classlabels_ints", "classlabels_strings",
    "coefficients", "kernel_params", "kernel_type", "post_transform", "prob_a", "prob_b", "rho",
    "support_vectors", "vectors_per_class"};
constexpr absl::string_view kAttributes164[] = {"coefficients", "kernel_params", "kernel_type",
    "n_supports", "one_class", "post_transform", "rho", "support_vectors"};
constexpr absl::string_view kAttributes165[] = {"offset", "scale"};
constexpr absl::string_view kAttributes166[] = {"aggregate_function", "leaf_targetids",
    "leaf_weights", "membership_values", "n_targets", "nodes_falseleafs", "nodes_falsenodeids",
    "nodes_featureids", "nodes_hitrates", "nodes_missing_value_tracks_true", "nodes_modes",
    "nodes_splits", "nodes_trueleafs", "nodes_truenodeids", "post_transform", "tree_roots"};
constexpr absl::string_view kAttributes167[] = {"base_values", "class_ids", "class_nodeids",
    "class_treeids", "class_weights", "classlabels_int64s", "classlabels_strings",
    "nodes_falsenodeids", "nodes_featureids", "nodes_hitrates", "nodes_missing_value_tracks_true",
    "nodes_modes", "nodes_nodeids", "nodes_treeids", "nodes_truenodeids", "nodes_values",
    "post_transform"};
constexpr absl::string_view kAttributes168[] = {"base_values", "base_values_as_tensor", "class_ids",
    "class_nodeids", "class_treeids", "class_weights", "class_weights_as_tensor",
    "classlabels_int64s", "classlabels_strings", "nodes_falsenodeids", "nodes_featureids",
    "nodes_hitrates", "nodes_hitrates_as_tensor", "nodes_missing_value_tracks_true", "nodes_modes",
    "nodes_nodeids", "nodes_treeids", "nodes_truenodeids", "nodes_values", "nodes_values_as_tensor",
    "post_transform"};
constexpr absl::string_view kAttributes169[] = {"aggregate_function", "base_values", "n_targets",
    "nodes_falsenodeids", "nodes_featureids", "nodes_hitrates", "nodes_missing_value_tracks_true",
    "nodes_modes", "nodes_nodeids", "nodes_treeids", "nodes_truenodeids", "nodes_values",
    "post_transform", "target_ids", "target_nodeids", "target_treeids", "target_weights"};
constexpr absl::string_view kAttributes170[] = {"aggregate_function", "base_values",
    "base_values_as_tensor", "n_targets", "nodes_falsenodeids", "nodes_featureids",
    "nodes_hitrates", "nodes_hitrates_as_tensor", "nodes_missing_value_tracks_true", "nodes_modes",
    "nodes_nodeids", "nodes_treeids", "nodes_truenodeids", "nodes_values", "nodes_values_as_tensor",
    "post_transform", "target_ids", "target_nodeids", "target_treeids", "target_weights",
    "target_weights_as_tensor"};
constexpr absl::string_view kAttributes171[] = {"classlabels_int64s", "classlabels_strings"};
constexpr absl::string_view kAttributes172[] = {"prob_mod", "scale", "score_mod",
    "softmax_precision"};
constexpr absl::string_view kAttributes173[] = {"decay_factor", "epsilon", "norm_coefficient"};
constexpr absl::string_view kAttributes174[] = {"alpha", "beta", "epsilon", "norm_coefficient",
    "norm_coefficient_post"};
constexpr absl::string_view kAttributes175[] = {"xs", "y", "zs"};
constexpr absl::string_view kAttributes176[] = {"alpha", "beta", "mode", "norm_coefficient"};
constexpr absl::string_view kAttributes177[] = {"do_rotary", "mask_filter_value", "num_heads",
    "past_present_share_buffer", "qkv_hidden_sizes", "rotary_embedding_dim", "scale",
    "unidirectional"};
constexpr absl::string_view kAttributes178[] = {"decoder", "decoder_start_token_id",
    "early_stopping", "encoder", "eos_token_id", "init_decoder", "model_type",
    "no_repeat_ngram_size", "pad_token_id", "vocab_size"};
constexpr absl::string_view kAttributes179[] = {"axis", "is_inner_broadcast"};
constexpr absl::string_view kAttributes180[] = {"max_ngram_size", "min_ngram_size"};
constexpr absl::string_view kAttributes181[] = {"epsilon", "num_branches"};
constexpr absl::string_view kAttributes182[] = {"metric"};
constexpr absl::string_view kAttributes183[] = {"activation", "channels_last", "dilation", "ndim",
    "state_window"};
constexpr absl::string_view kAttributes184[] = {"auto_pad", "dilations", "group", "kernel_shape",
    "output_padding", "strides"};
constexpr absl::string_view kAttributes185[] = {"extrapolation_value", "mode"};
constexpr absl::string_view kAttributes186[] = {"mask_filter_value", "num_heads"};
constexpr absl::string_view kAttributes187[] = {"mask_filter_value", "num_heads", "output_qk",
    "past_present_share_buffer", "scale"};
constexpr absl::string_view kAttributes188[] = {"do_rotary", "mask_filter_value", "num_heads",
    "past_present_share_buffer", "scale"};
constexpr absl::string_view kAttributes189[] = {"bfp_type", "block_dim", "dtype"};
constexpr absl::string_view kAttributes190[] = {"order_input", "order_output", "to"};
constexpr absl::string_view kAttributes191[] = {"attention_mode", "auxiliary_kv_shared",
    "do_rotary", "is_causal", "kv_num_heads", "local_window_size", "num_heads", "qk_norm_epsilon",
    "rotary_interleaved", "rotary_offset", "scale", "selected_kv_source", "smooth_softmax"};
constexpr absl::string_view kAttributes192[] = {"embed_mode", "ep_cache_context", "ep_sdk_version",
    "hardware_architecture", "main_context", "max_size", "notes", "onnx_model_filename",
    "partition_name", "source"};
constexpr absl::string_view kAttributes193[] = {"epsilon", "mask_index_type"};
constexpr absl::string_view kAttributes194[] = {"activation", "activation_params", "auto_pad",
    "dilations", "group", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes195[] = {"activation", "activation_alpha", "activation_beta",
    "activation_gamma", "alpha", "beta", "transA", "transB"};
constexpr absl::string_view kAttributes196[] = {"alpha", "transA", "transB", "transBatchA",
    "transBatchB"};
constexpr absl::string_view kAttributes197[] = {"activation", "activation_alpha", "activation_axis",
    "activation_beta", "activation_gamma", "alpha", "transA", "transB", "transBatchA",
    "transBatchB"};
constexpr absl::string_view kAttributes198[] = {"beta_activation", "chunk_size", "gate_activation",
    "qk_l2_norm", "scale", "state_update_capacity", "update_rule"};
constexpr absl::string_view kAttributes199[] = {"activation", "epsilon"};
constexpr absl::string_view kAttributes200[] = {"num_heads"};
constexpr absl::string_view kAttributes201[] = {"bits", "block_size", "gather_axis",
    "quantize_axis"};
constexpr absl::string_view kAttributes202[] = {"activation", "alpha", "beta", "dtype", "transA",
    "transB"};
constexpr absl::string_view kAttributes203[] = {"decoder", "decoder_start_token_id", "encoder",
    "eos_token_id", "init_decoder", "model_type", "no_repeat_ngram_size", "pad_token_id",
    "vocab_size"};
constexpr absl::string_view kAttributes204[] = {"activation", "channels_last", "epsilon", "groups"};
constexpr absl::string_view kAttributes205[] = {"causal", "do_rotary", "k_quant_type",
    "kv_cache_bit_width", "kv_num_heads", "local_window_size", "num_heads", "qk_norm_epsilon",
    "qk_output", "rotary_interleaved", "scale", "sliding_window_cache", "smooth_softmax", "softcap",
    "v_quant_type"};
constexpr absl::string_view kAttributes206[] = {"num_branches"};
constexpr absl::string_view kAttributes207[] = {"num_branches", "reduction_scale"};
constexpr absl::string_view kAttributes208[] = {"normalized", "onesided", "signal_ndim"};
constexpr absl::string_view kAttributes209[] = {"isinf_only", "isnan_only"};
constexpr absl::string_view kAttributes210[] = {"chunk_size", "kv_num_heads", "q_num_heads",
    "scale", "state_window", "update_rule"};
constexpr absl::string_view kAttributes211[] = {"num_heads", "window"};
constexpr absl::string_view kAttributes212[] = {"interleaved", "is_packed_batching", "mrope_layout",
    "mrope_section", "num_heads", "rotary_embedding_dim", "scale"};
constexpr absl::string_view kAttributes213[] = {"block_size"};
constexpr absl::string_view kAttributes214[] = {"K", "N", "block_size", "quant_type",
    "training_mode", "transB"};
constexpr absl::string_view kAttributes215[] = {"blk_quant_type"};
constexpr absl::string_view kAttributes216[] = {"K", "N", "accuracy_level", "bits", "block_size",
    "weight_prepacked"};
constexpr absl::string_view kAttributes217[] = {"K", "N", "accuracy_level", "activation", "bits",
    "block_size", "epsilon"};
constexpr absl::string_view kAttributes218[] = {"K", "Nkv", "Nq", "accuracy_level", "bits",
    "block_size", "epsilon"};
constexpr absl::string_view kAttributes219[] = {"activation_alpha", "activation_beta",
    "activation_type", "k", "normalize_routing_weights", "swiglu_fusion", "swiglu_limit",
    "use_sparse_mixer"};
constexpr absl::string_view kAttributes220[] = {"mask_filter_value", "num_heads", "scale",
    "unidirectional"};
constexpr absl::string_view kAttributes221[] = {"positive", "seed"};
constexpr absl::string_view kAttributes222[] = {"max_ngram_size", "n_head_per_ngram", "pad_id",
    "reset_on_eos"};
constexpr absl::string_view kAttributes223[] = {"ngram_size"};
constexpr absl::string_view kAttributes224[] = {"auto_pad", "ceil_mode", "dilations",
    "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes225[] = {"num_heads", "qkv_hidden_sizes", "scale"};
constexpr absl::string_view kAttributes226[] = {"mask_filter_value", "num_heads", "scale"};
constexpr absl::string_view kAttributes227[] = {"compress_ratio", "epsilon", "head_weight_scale",
    "index_topk", "policy_mode", "scale", "state_capacity", "state_update_capacity",
    "token_budget"};
constexpr absl::string_view kAttributes228[] = {"do_rotary", "is_causal", "k_cache_dtype",
    "k_quant_type", "kv_cache_layout", "kv_num_heads", "local_window_size", "num_heads",
    "qk_norm_epsilon", "rotary_interleaved", "rotary_offset", "scale", "softcap", "v_cache_dtype",
    "v_head_size", "v_quant_type"};
constexpr absl::string_view kAttributes229[] = {"do_rotary", "mask_filter_value", "num_heads",
    "past_present_share_buffer", "scale", "unidirectional"};
constexpr absl::string_view kAttributes230[] = {"alpha", "transA", "transB"};
constexpr absl::string_view kAttributes231[] = {"auto_pad", "ceil_mode", "channels_last",
    "count_include_pad", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes232[] = {"auto_pad", "channels_last", "dilations", "group",
    "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes233[] = {"channels_last"};
constexpr absl::string_view kAttributes234[] = {"axis", "opset"};
constexpr absl::string_view kAttributes235[] = {"accuracy_level", "activation_alpha",
    "activation_beta", "activation_type", "block_size", "expert_weight_bits",
    "fc1_expert_weight_bits", "fc2_expert_weight_bits", "fc3_expert_weight_bits", "k",
    "normalize_routing_weights", "quant_type", "swiglu_fusion", "swiglu_limit", "use_sparse_mixer",
    "weights_prepacked"};
constexpr absl::string_view kAttributes236[] = {"num_heads", "order_input", "order_output",
    "order_weight", "qkv_hidden_sizes", "unidirectional"};
constexpr absl::string_view kAttributes237[] = {"order_X", "order_Y"};
constexpr absl::string_view kAttributes238[] = {"axis", "epsilon", "order_X", "order_Y"};
constexpr absl::string_view kAttributes239[] = {"num_heads", "order_global_weight", "order_input",
    "order_output", "order_weight", "window"};
constexpr absl::string_view kAttributes240[] = {"order_A", "order_B", "order_Y"};
constexpr absl::string_view kAttributes241[] = {"bfp_type", "block_dim"};
constexpr absl::string_view kAttributes242[] = {"order_input", "order_output"};
constexpr absl::string_view kAttributes243[] = {"is_bidirectional", "max_distance"};
constexpr absl::string_view kAttributes244[] = {"interleaved", "is_packed_batching", "num_heads",
    "rotary_embedding_dim", "scale"};
constexpr absl::string_view kAttributes245[] = {"custom", "decoder", "decoder_start_token_id",
    "encoder", "eos_token_id", "filter_value", "init_decoder", "min_tokens_to_keep", "model_type",
    "no_repeat_ngram_size", "pad_token_id", "presence_penalty", "temperature", "top_p",
    "vocab_size"};
constexpr absl::string_view kAttributes246[] = {"DLC", "notes", "snpe_version", "target_device"};
constexpr absl::string_view kAttributes247[] = {"do_rotary", "kv_num_heads", "num_heads",
    "rotary_interleaved", "scale", "sparse_block_size"};
constexpr absl::string_view kAttributes248[] = {"compress_ratio", "epsilon", "head_weight_scale",
    "index_topk", "policy_mode", "scale", "token_budget"};
constexpr absl::string_view kAttributes249[] = {"attention_mode", "auxiliary_cache_layout",
    "auxiliary_kv_shared", "do_rotary", "is_causal", "k_quant_type", "kv_num_heads",
    "local_window_size", "num_heads", "qk_norm_epsilon", "rotary_interleaved", "rotary_offset",
    "scale", "selected_kv_source", "softcap", "v_quant_type"};
constexpr absl::string_view kAttributes250[] = {"mark", "mincharnum", "pad_value", "separators",
    "tokenexp"};
constexpr absl::string_view kAttributes251[] = {"dim", "size", "step"};
constexpr absl::string_view kAttributes252[] = {"activation", "dilation", "state_update_capacity"};
constexpr absl::string_view kAttributes253[] = {"max_ngram_size", "n_head_per_ngram", "pad_id",
    "reset_on_eos", "state_update_capacity"};
constexpr absl::string_view kAttributes254[] = {"beginning_timestamp_token_id", "decoder",
    "decoder_output_cross_qk", "decoder_start_token_id", "early_stopping", "encoder",
    "eos_token_id", "init_decoder", "model_type", "no_repeat_ngram_size", "no_speech_token_id",
    "no_timestamps_token_id", "pad_token_id", "start_of_lm_token_id", "transcribe_token_id",
    "translate_token_id", "vocab_size"};
constexpr absl::string_view kAttributes255[] = {"char_embedding_size", "conv_window_size",
    "embedding_size"};
constexpr absl::string_view kAttributes256[] = {"channels", "channels_last"};
constexpr absl::string_view kAttributes257[] = {"coordinate_transformation_mode", "mode", "scales"};
constexpr absl::string_view kAttributes258[] = {"activation", "activation_params", "auto_pad",
    "count_include_pad", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes259[] = {"activation", "activation_params", "auto_pad",
    "ceil_mode", "count_include_pad", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes260[] = {"activation", "activation_params", "auto_pad",
    "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes261[] = {"activation", "activation_params", "epsilon",
    "momentum", "spatial"};
constexpr absl::string_view kAttributes262[] = {"activation", "activation_params", "epsilon",
    "momentum"};
constexpr absl::string_view kAttributes263[] = {"activation", "activation_params", "epsilon",
    "momentum", "training_mode"};
constexpr absl::string_view kAttributes264[] = {"activation", "activation_params", "auto_pad",
    "dilations", "group", "kernel_shape", "output_padding", "output_shape", "pads", "strides"};
constexpr absl::string_view kAttributes265[] = {"activation", "activation_params", "epsilon"};
constexpr absl::string_view kAttributes266[] = {"activation", "activation_params", "auto_pad",
    "kernel_shape", "pads", "strides"};
constexpr absl::string_view kAttributes267[] = {"activation", "activation_params", "auto_pad",
    "kernel_shape", "pads", "storage_order", "strides"};
constexpr absl::string_view kAttributes268[] = {"activation", "activation_params", "auto_pad",
    "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"};
constexpr absl::string_view kAttributes269[] = {"activation", "activation_params", "kernel_shape",
    "pads", "strides"};

constexpr OnnxOperator kOperators[] = {
    {"", "Abs", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs1, {}}, {13, 1, kInputs2, {}}}}},
    {"", "Acos", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Acosh", {{{9, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Add", {{{1, 2, kInputs4, kAttributes1}, {6, 2, kInputs5, kAttributes2}, {7, 2, kInputs5,
     {}}, {13, 2, kInputs6, {}}, {14, 2, kInputs7, {}}}}},
    {"", "Affine", {{{1, 1, kInputs0, kAttributes3}, {10, 1, kInputs0, kAttributes3}}}},
    {"", "AffineGrid", {{{20, 2, kInputs8, kAttributes4}}}},
    {"", "And", {{{1, 2, kInputs9, kAttributes2}, {7, 2, kInputs9, {}}}}},
    {"", "ArgMax", {{{1, 1, kInputs1, kAttributes5}, {11, 1, kInputs1, kAttributes5}, {12, 1,
     kInputs1, kAttributes6}, {13, 1, kInputs2, kAttributes6}}}},
    {"", "ArgMin", {{{1, 1, kInputs1, kAttributes5}, {11, 1, kInputs1, kAttributes5}, {12, 1,
     kInputs1, kAttributes6}, {13, 1, kInputs2, kAttributes6}}}},
    {"", "Asin", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Asinh", {{{9, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Atan", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Atanh", {{{9, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Attention", {{{23, 3, kInputs10, kAttributes7}, {24, 3, kInputs11, kAttributes7}, {25, 3,
     kInputs11, kAttributes8}}}},
    {"", "AveragePool", {{{1, 1, kInputs0, kAttributes9}, {7, 1, kInputs0, kAttributes10}, {10, 1,
     kInputs0, kAttributes11}, {11, 1, kInputs0, kAttributes11}, {19, 1, kInputs0, kAttributes12},
     {22, 1, kInputs3, kAttributes12}}}},
    {"", "BatchNormalization", {{{1, 5, kInputs12, kAttributes13}, {6, 5, kInputs12, kAttributes14},
     {7, 5, kInputs12, kAttributes15}, {9, 5, kInputs12, kAttributes16}, {14, 5, kInputs13,
     kAttributes17}, {15, 5, kInputs14, kAttributes17}}}},
    {"", "Bernoulli", {{{15, 1, kInputs0, kAttributes18}, {22, 1, kInputs3, kAttributes18}}}},
    {"", "BitCast", {{{26, 1, kInputs15, kAttributes19}}}},
    {"", "BitShift", {{{11, 2, kInputs16, kAttributes20}, {28, 2, kInputs17, kAttributes20}}}},
    {"", "BitwiseAnd", {{{18, 2, kInputs17, {}}}}},
    {"", "BitwiseNot", {{{18, 1, kInputs18, {}}}}},
    {"", "BitwiseOr", {{{18, 2, kInputs17, {}}}}},
    {"", "BitwiseXor", {{{18, 2, kInputs17, {}}}}},
    {"", "BlackmanWindow", {{{17, 1, kInputs19, kAttributes21}}}},
    {"", "Cast", {{{1, 1, kInputs20, kAttributes19}, {6, 1, kInputs20, kAttributes19}, {9, 1,
     kInputs21, kAttributes19}, {13, 1, kInputs22, kAttributes19}, {19, 1, kInputs23,
     kAttributes22}, {21, 1, kInputs24, kAttributes22}, {23, 1, kInputs25, kAttributes22}, {24, 1,
     kInputs26, kAttributes23}, {25, 1, kInputs27, kAttributes23}, {28, 1, kInputs28,
     kAttributes23}}}},
    {"", "CastLike", {{{15, 2, kInputs29, {}}, {19, 2, kInputs30, kAttributes24}, {21, 2, kInputs31,
     kAttributes24}, {23, 2, kInputs32, kAttributes24}, {24, 2, kInputs33, kAttributes25}, {25, 2,
     kInputs34, kAttributes25}}}},
    {"", "CausalConvWithState", {{{27, 2, kInputs35, kAttributes26}}}},
    {"", "Ceil", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "Celu", {{{12, 1, kInputs36, kAttributes27}, {28, 1, kInputs3, kAttributes27}}}},
    {"", "CenterCropPad", {{{18, 2, kInputs37, kAttributes28}}}},
    {"", "Clip", {{{1, 1, kInputs0, kAttributes29}, {6, 1, kInputs0, kAttributes30}, {11, 1,
     kInputs38, {}}, {12, 1, kInputs39, {}}, {13, 1, kInputs40, {}}}}},
    {"", "Col2Im", {{{18, 3, kInputs41, kAttributes31}}}},
    {"", "Compress", {{{9, 2, kInputs42, kAttributes32}, {11, 2, kInputs42, kAttributes32}, {28, 2,
     kInputs43, kAttributes32}}}},
    {"", "Concat", {{{1, 1, kInputs44, kAttributes32}, {4, 1, kInputs45, kAttributes32}, {11, 1,
     kInputs45, kAttributes32}, {13, 1, kInputs46, kAttributes32}}}},
    {"", "ConcatFromSequence", {{{11, 1, kInputs47, kAttributes33}}}},
    {"", "Constant", {{{1, 0, {}, kAttributes34}, {9, 0, {}, kAttributes34}, {11, 0, {},
     kAttributes35}, {12, 0, {}, kAttributes36}, {13, 0, {}, kAttributes36}, {19, 0, {},
     kAttributes36}, {21, 0, {}, kAttributes36}, {23, 0, {}, kAttributes36}, {24, 0, {},
     kAttributes36}, {25, 0, {}, kAttributes36}}}},
    {"", "ConstantOfShape", {{{9, 1, kInputs48, kAttributes34}, {20, 1, kInputs48, kAttributes34},
     {21, 1, kInputs48, kAttributes34}, {23, 1, kInputs48, kAttributes34}, {24, 1, kInputs48,
     kAttributes34}, {25, 1, kInputs48, kAttributes34}}}},
    {"", "Conv", {{{1, 2, kInputs49, kAttributes37}, {11, 2, kInputs49, kAttributes37}, {22, 2,
     kInputs50, kAttributes37}}}},
    {"", "ConvInteger", {{{10, 2, kInputs51, kAttributes37}}}},
    {"", "ConvTranspose", {{{1, 2, kInputs49, kAttributes38}, {11, 2, kInputs49, kAttributes38},
     {22, 2, kInputs50, kAttributes38}}}},
    {"", "Cos", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Cosh", {{{9, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Crop", {{{1, 1, kInputs0, kAttributes39}, {10, 1, kInputs0, kAttributes39}}}},
    {"", "CumProd", {{{26, 2, kInputs52, kAttributes40}}}},
    {"", "CumSum", {{{11, 2, kInputs53, kAttributes40}, {14, 2, kInputs52, kAttributes40}}}},
    {"", "DFT", {{{17, 1, kInputs54, kAttributes41}, {20, 1, kInputs55, kAttributes42}}}},
    {"", "DeformConv", {{{19, 3, kInputs56, kAttributes43}, {22, 3, kInputs57, kAttributes43}}}},
    {"", "DepthToSpace", {{{1, 1, kInputs58, kAttributes44}, {11, 1, kInputs58, kAttributes45}, {13,
     1, kInputs59, kAttributes45}, {28, 1, kInputs59, kAttributes45}}}},
    {"", "DequantizeLinear", {{{10, 2, kInputs60, {}}, {13, 2, kInputs60, kAttributes32}, {19, 2,
     kInputs61, kAttributes32}, {21, 2, kInputs62, kAttributes46}, {23, 2, kInputs63,
     kAttributes47}, {24, 2, kInputs64, kAttributes47}, {25, 2, kInputs65, kAttributes47}, {28, 2,
     kInputs66, kAttributes47}}}},
    {"", "Det", {{{11, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "DisentangledAttention_TRT", {{{1, 3, kInputs67, kAttributes48}}}},
    {"", "Div", {{{1, 2, kInputs4, kAttributes1}, {6, 2, kInputs5, kAttributes2}, {7, 2, kInputs5,
     {}}, {13, 2, kInputs6, {}}, {14, 2, kInputs7, {}}}}},
    {"", "Dropout", {{{1, 1, kInputs0, kAttributes49}, {6, 1, kInputs0, kAttributes50}, {7, 1,
     kInputs0, kAttributes51}, {10, 1, kInputs0, kAttributes51}, {12, 1, kInputs68, kAttributes52},
     {13, 1, kInputs69, kAttributes52}, {22, 1, kInputs70, kAttributes52}}}},
    {"", "DynamicQuantizeLinear", {{{11, 1, kInputs36, {}}}}},
    {"", "DynamicSlice", {{{1, 3, kInputs71, {}}, {10, 3, kInputs71, {}}}}},
    {"", "EfficientNMS_TRT", {{{1, 2, kInputs72, kAttributes53}}}},
    {"", "Einsum", {{{12, 1, kInputs73, kAttributes54}, {28, 1, kInputs74, kAttributes54}}}},
    {"", "Elu", {{{1, 1, kInputs0, kAttributes55}, {6, 1, kInputs0, kAttributes27}, {22, 1,
     kInputs3, kAttributes27}}}},
    {"", "Equal", {{{1, 2, kInputs75, kAttributes2}, {7, 2, kInputs75, {}}, {11, 2, kInputs76, {}},
     {13, 2, kInputs77, {}}, {19, 2, kInputs78, {}}}}},
    {"", "Erf", {{{9, 1, kInputs1, {}}, {13, 1, kInputs3, {}}}}},
    {"", "Exp", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "Expand", {{{8, 2, kInputs79, {}}, {13, 2, kInputs80, {}}}}},
    {"", "EyeLike", {{{9, 1, kInputs20, kAttributes56}, {22, 1, kInputs81, kAttributes56}}}},
    {"", "Flatten", {{{1, 1, kInputs0, kAttributes32}, {9, 1, kInputs58, kAttributes32}, {11, 1,
     kInputs58, kAttributes32}, {13, 1, kInputs59, kAttributes32}, {21, 1, kInputs82,
     kAttributes32}, {23, 1, kInputs83, kAttributes32}, {24, 1, kInputs84, kAttributes32}, {25, 1,
     kInputs85, kAttributes32}}}},
    {"", "Floor", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "GRU", {{{1, 3, kInputs86, kAttributes57}, {3, 3, kInputs86, kAttributes58}, {7, 3,
     kInputs86, kAttributes59}, {14, 3, kInputs86, kAttributes60}, {22, 3, kInputs87,
     kAttributes60}}}},
    {"", "GRUUnit", {{{1, 4, kInputs88, kAttributes61}, {10, 4, kInputs88, kAttributes61}}}},
    {"", "Gather", {{{1, 2, kInputs89, kAttributes32}, {11, 2, kInputs89, kAttributes32}, {13, 2,
     kInputs37, kAttributes32}}}},
    {"", "GatherElements", {{{11, 2, kInputs89, kAttributes32}, {13, 2, kInputs37,
     kAttributes32}}}},
    {"", "GatherND", {{{11, 2, kInputs79, {}}, {12, 2, kInputs79, kAttributes62}, {13, 2, kInputs80,
     kAttributes62}}}},
    {"", "Gelu", {{{20, 1, kInputs3, kAttributes63}}}},
    {"", "Gemm", {{{1, 3, kInputs90, kAttributes64}, {6, 3, kInputs90, kAttributes64}, {7, 3,
     kInputs90, kAttributes65}, {9, 3, kInputs91, kAttributes65}, {11, 2, kInputs92, kAttributes65},
     {13, 2, kInputs93, kAttributes65}}}},
    {"", "GivenTensorFill", {{{1, 0, kInputs94, kAttributes66}, {10, 0, kInputs94,
     kAttributes66}}}},
    {"", "GlobalAveragePool", {{{1, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "GlobalLpPool", {{{1, 1, kInputs0, kAttributes67}, {2, 1, kInputs0, kAttributes67}, {22, 1,
     kInputs3, kAttributes67}}}},
    {"", "GlobalMaxPool", {{{1, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Greater", {{{1, 2, kInputs4, kAttributes2}, {7, 2, kInputs4, {}}, {9, 2, kInputs95, {}},
     {13, 2, kInputs7, {}}}}},
    {"", "GreaterOrEqual", {{{12, 2, kInputs95, {}}, {16, 2, kInputs7, {}}}}},
    {"", "GridSample", {{{16, 2, kInputs96, kAttributes68}, {20, 2, kInputs96, kAttributes68}, {22,
     2, kInputs97, kAttributes68}}}},
    {"", "GroupNormalization", {{{18, 3, kInputs98, kAttributes69}, {21, 3, kInputs98,
     kAttributes70}}}},
    {"", "HammingWindow", {{{17, 1, kInputs19, kAttributes21}}}},
    {"", "HannWindow", {{{17, 1, kInputs19, kAttributes21}}}},
    {"", "HardSigmoid", {{{1, 1, kInputs0, kAttributes71}, {6, 1, kInputs0, kAttributes3}, {22, 1,
     kInputs3, kAttributes3}}}},
    {"", "HardSwish", {{{14, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Hardmax", {{{1, 1, kInputs0, kAttributes32}, {11, 1, kInputs0, kAttributes32}, {13, 1,
     kInputs3, kAttributes32}}}},
    {"", "Identity", {{{1, 1, kInputs58, {}}, {13, 1, kInputs59, {}}, {14, 1, kInputs99, {}}, {16,
     1, kInputs100, {}}, {19, 1, kInputs101, {}}, {21, 1, kInputs102, {}}, {23, 1, kInputs103, {}},
     {24, 1, kInputs104, {}}, {25, 1, kInputs105, {}}}}},
    {"", "If", {{{1, 1, kInputs106, kAttributes72}, {11, 1, kInputs106, kAttributes72}, {13, 1,
     kInputs106, kAttributes72}, {16, 1, kInputs106, kAttributes72}, {19, 1, kInputs106,
     kAttributes72}, {21, 1, kInputs106, kAttributes72}, {23, 1, kInputs106, kAttributes72}, {24, 1,
     kInputs106, kAttributes72}, {25, 1, kInputs106, kAttributes72}}}},
    {"", "ImageDecoder", {{{20, 1, kInputs107, kAttributes73}}}},
    {"", "ImageScaler", {{{1, 1, kInputs0, kAttributes74}, {10, 1, kInputs0, kAttributes74}}}},
    {"", "InstanceNormalization", {{{1, 3, kInputs90, kAttributes75}, {6, 3, kInputs90,
     kAttributes76}, {22, 3, kInputs98, kAttributes76}}}},
    {"", "IsInf", {{{10, 1, kInputs108, kAttributes77}, {20, 1, kInputs109, kAttributes77}}}},
    {"", "IsNaN", {{{9, 1, kInputs0, {}}, {13, 1, kInputs3, {}}, {20, 1, kInputs109, {}}}}},
    {"", "LRN", {{{1, 1, kInputs0, kAttributes78}, {13, 1, kInputs3, kAttributes78}}}},
    {"", "LSTM", {{{1, 3, kInputs110, kAttributes79}, {7, 3, kInputs110, kAttributes80}, {14, 3,
     kInputs110, kAttributes81}, {22, 3, kInputs111, kAttributes81}}}},
    {"", "LayerNormalization", {{{1, 2, kInputs112, kAttributes82}, {17, 2, kInputs50,
     kAttributes82}}}},
    {"", "LeakyRelu", {{{1, 1, kInputs0, kAttributes55}, {6, 1, kInputs0, kAttributes27}, {16, 1,
     kInputs3, kAttributes27}}}},
    {"", "Less", {{{1, 2, kInputs4, kAttributes2}, {7, 2, kInputs4, {}}, {9, 2, kInputs95, {}}, {13,
     2, kInputs7, {}}}}},
    {"", "LessOrEqual", {{{12, 2, kInputs95, {}}, {16, 2, kInputs7, {}}}}},
    {"", "LinearAttention", {{{27, 3, kInputs113, kAttributes83}}}},
    {"", "Log", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "LogSoftmax", {{{1, 1, kInputs0, kAttributes32}, {11, 1, kInputs0, kAttributes32}, {13, 1,
     kInputs3, kAttributes32}}}},
    {"", "Loop", {{{1, 3, kInputs114, kAttributes84}, {11, 2, kInputs114, kAttributes84}, {13, 2,
     kInputs115, kAttributes84}, {16, 2, kInputs116, kAttributes84}, {19, 2, kInputs117,
     kAttributes84}, {21, 2, kInputs118, kAttributes84}, {23, 2, kInputs119, kAttributes84}, {24, 2,
     kInputs120, kAttributes84}, {25, 2, kInputs121, kAttributes84}}}},
    {"", "LpNormalization", {{{1, 1, kInputs0, kAttributes85}, {22, 1, kInputs3, kAttributes85}}}},
    {"", "LpPool", {{{1, 1, kInputs0, kAttributes86}, {2, 1, kInputs0, kAttributes86}, {11, 1,
     kInputs0, kAttributes86}, {18, 1, kInputs0, kAttributes87}, {22, 1, kInputs3,
     kAttributes87}}}},
    {"", "MatMul", {{{1, 2, kInputs4, {}}, {9, 2, kInputs5, {}}, {13, 2, kInputs6, {}}}}},
    {"", "MatMulInteger", {{{10, 2, kInputs51, {}}}}},
    {"", "Max", {{{1, 1, kInputs44, kAttributes0}, {6, 1, kInputs44, {}}, {8, 1, kInputs44, {}},
     {12, 1, kInputs73, {}}, {13, 1, kInputs74, {}}}}},
    {"", "MaxPool", {{{1, 1, kInputs0, kAttributes9}, {8, 1, kInputs0, kAttributes88}, {10, 1,
     kInputs0, kAttributes89}, {11, 1, kInputs0, kAttributes89}, {12, 1, kInputs122, kAttributes89},
     {22, 1, kInputs123, kAttributes89}}}},
    {"", "MaxRoiPool", {{{1, 2, kInputs4, kAttributes90}, {22, 2, kInputs124, kAttributes90}}}},
    {"", "MaxUnpool", {{{9, 2, kInputs125, kAttributes91}, {11, 2, kInputs125, kAttributes91}, {22,
     2, kInputs126, kAttributes91}}}},
    {"", "Mean", {{{1, 1, kInputs44, kAttributes0}, {6, 1, kInputs44, {}}, {8, 1, kInputs44, {}},
     {13, 1, kInputs127, {}}}}},
    {"", "MeanVarianceNormalization", {{{1, 1, kInputs0, kAttributes92}, {9, 1, kInputs0,
     kAttributes28}, {13, 1, kInputs3, kAttributes28}}}},
    {"", "MelWeightMatrix", {{{17, 5, kInputs128, kAttributes93}}}},
    {"", "MemcpyFromHost", {{{1, 1, kInputs129, {}}}}},
    {"", "MemcpyToHost", {{{1, 1, kInputs129, {}}}}},
    {"", "Min", {{{1, 1, kInputs44, kAttributes0}, {6, 1, kInputs44, {}}, {8, 1, kInputs44, {}},
     {12, 1, kInputs73, {}}, {13, 1, kInputs74, {}}}}},
    {"", "Mish", {{{18, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Mod", {{{10, 2, kInputs95, kAttributes94}, {13, 2, kInputs7, kAttributes94}, {28, 2,
     kInputs7, kAttributes94}}}},
    {"", "Mul", {{{1, 2, kInputs4, kAttributes1}, {6, 2, kInputs5, kAttributes2}, {7, 2, kInputs5,
     {}}, {13, 2, kInputs6, {}}, {14, 2, kInputs7, {}}}}},
    {"", "MultilevelCropAndResize_TRT", {{{1, 5, kInputs130, kAttributes95}}}},
    {"", "Multinomial", {{{7, 1, kInputs0, kAttributes96}, {22, 1, kInputs3, kAttributes96}}}},
    {"", "Neg", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs131, {}}, {13, 1, kInputs132,
     {}}}}},
    {"", "NegativeLogLikelihoodLoss", {{{12, 2, kInputs133, kAttributes97}, {13, 2, kInputs133,
     kAttributes97}, {22, 2, kInputs134, kAttributes97}}}},
    {"", "NonMaxSuppression", {{{10, 2, kInputs135, kAttributes98}, {11, 2, kInputs135,
     kAttributes98}}}},
    {"", "NonZero", {{{9, 1, kInputs58, {}}, {13, 1, kInputs59, {}}}}},
    {"", "Not", {{{1, 1, kInputs106, {}}}}},
    {"", "OneHot", {{{9, 3, kInputs136, kAttributes32}, {11, 3, kInputs136, kAttributes32}, {28, 3,
     kInputs137, kAttributes32}}}},
    {"", "Optional", {{{15, 0, kInputs138, kAttributes99}, {28, 0, kInputs139, kAttributes99}}}},
    {"", "OptionalGetElement", {{{15, 1, kInputs140, {}}, {18, 1, kInputs141, {}}, {28, 1,
     kInputs142, {}}}}},
    {"", "OptionalHasElement", {{{15, 1, kInputs140, {}}, {18, 0, kInputs143, {}}, {28, 0,
     kInputs144, {}}}}},
    {"", "Or", {{{1, 2, kInputs9, kAttributes2}, {7, 2, kInputs9, {}}}}},
    {"", "PRelu", {{{1, 2, kInputs4, kAttributes0}, {6, 2, kInputs4, {}}, {7, 2, kInputs4, {}}, {9,
     2, kInputs5, {}}, {16, 2, kInputs6, {}}}}},
    {"", "Pad", {{{1, 1, kInputs0, kAttributes100}, {2, 1, kInputs0, kAttributes101}, {11, 2,
     kInputs145, kAttributes102}, {13, 2, kInputs146, kAttributes102}, {18, 2, kInputs147,
     kAttributes102}, {19, 2, kInputs147, kAttributes102}, {21, 2, kInputs148, kAttributes102}, {23,
     2, kInputs149, kAttributes102}, {24, 2, kInputs150, kAttributes102}, {25, 2, kInputs151,
     kAttributes102}}}},
    {"", "ParametricSoftplus", {{{1, 1, kInputs0, kAttributes3}, {10, 1, kInputs0, kAttributes3}}}},
    {"", "Pow", {{{1, 2, kInputs4, kAttributes2}, {7, 2, kInputs4, {}}, {12, 2, kInputs152, {}},
     {13, 2, kInputs153, {}}, {15, 2, kInputs154, {}}}}},
    {"", "PyramidROIAlign_TRT", {{{1, 5, kInputs130, kAttributes103}}}},
    {"", "QLinearConv", {{{10, 8, kInputs155, kAttributes37}}}},
    {"", "QLinearMatMul", {{{10, 8, kInputs156, {}}, {21, 8, kInputs157, {}}}}},
    {"", "QuantizeLinear", {{{10, 2, kInputs158, {}}, {13, 2, kInputs158, kAttributes32}, {19, 2,
     kInputs159, kAttributes104}, {21, 2, kInputs160, kAttributes105}, {23, 2, kInputs161,
     kAttributes106}, {24, 2, kInputs162, kAttributes106}, {25, 2, kInputs163, kAttributes106}, {28,
     2, kInputs164, kAttributes106}}}},
    {"", "RMSNormalization", {{{23, 2, kInputs165, kAttributes82}}}},
    {"", "RNN", {{{1, 3, kInputs86, kAttributes57}, {7, 3, kInputs86, kAttributes107}, {14, 3,
     kInputs86, kAttributes108}, {22, 3, kInputs87, kAttributes108}}}},
    {"", "RandomNormal", {{{1, 0, {}, kAttributes109}, {22, 0, {}, kAttributes109}}}},
    {"", "RandomNormalLike", {{{1, 1, kInputs58, kAttributes110}, {22, 1, kInputs59,
     kAttributes110}}}},
    {"", "RandomUniform", {{{1, 0, {}, kAttributes111}, {22, 0, {}, kAttributes111}}}},
    {"", "RandomUniformLike", {{{1, 1, kInputs58, kAttributes112}, {22, 1, kInputs59,
     kAttributes112}}}},
    {"", "Range", {{{11, 3, kInputs166, {}}, {27, 3, kInputs167, kAttributes113}}}},
    {"", "Reciprocal", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3,
     {}}}}},
    {"", "ReduceL1", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114}, {13,
     1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}}}},
    {"", "ReduceL2", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114}, {13,
     1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}}}},
    {"", "ReduceLogSum", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {13, 1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}, {28, 1, kInputs171,
     kAttributes115}}}},
    {"", "ReduceLogSumExp", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168,
     kAttributes114}, {13, 1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}, {28,
     1, kInputs171, kAttributes115}}}},
    {"", "ReduceMax", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {12, 1, kInputs172, kAttributes114}, {13, 1, kInputs173, kAttributes114}, {18, 1, kInputs174,
     kAttributes115}, {20, 1, kInputs175, kAttributes115}}}},
    {"", "ReduceMean", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {13, 1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}}}},
    {"", "ReduceMin", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {12, 1, kInputs172, kAttributes114}, {13, 1, kInputs173, kAttributes114}, {18, 1, kInputs174,
     kAttributes115}, {20, 1, kInputs175, kAttributes115}}}},
    {"", "ReduceProd", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {13, 1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}}}},
    {"", "ReduceSum", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168, kAttributes114},
     {13, 1, kInputs170, kAttributes115}}}},
    {"", "ReduceSumSquare", {{{1, 1, kInputs168, kAttributes114}, {11, 1, kInputs168,
     kAttributes114}, {13, 1, kInputs169, kAttributes114}, {18, 1, kInputs170, kAttributes115}}}},
    {"", "RegexFullMatch", {{{20, 1, kInputs176, kAttributes116}}}},
    {"", "Relu", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}, {14,
     1, kInputs132, {}}}}},
    {"", "Reshape", {{{1, 1, kInputs0, kAttributes117}, {5, 2, kInputs79, {}}, {13, 2, kInputs80,
     {}}, {14, 2, kInputs80, kAttributes118}, {19, 2, kInputs177, kAttributes118}, {21, 2,
     kInputs178, kAttributes118}, {23, 2, kInputs179, kAttributes118}, {24, 2, kInputs180,
     kAttributes118}, {25, 2, kInputs181, kAttributes118}}}},
    {"", "Resize", {{{10, 2, kInputs182, kAttributes102}, {11, 3, kInputs183, kAttributes119}, {13,
     1, kInputs184, kAttributes119}, {18, 1, kInputs184, kAttributes120}, {19, 1, kInputs184,
     kAttributes120}}}},
    {"", "ReverseSequence", {{{10, 2, kInputs79, kAttributes121}, {28, 2, kInputs80,
     kAttributes121}}}},
    {"", "RoiAlign", {{{10, 3, kInputs185, kAttributes122}, {16, 3, kInputs185, kAttributes123},
     {22, 3, kInputs186, kAttributes123}}}},
    {"", "RotaryEmbedding", {{{23, 3, kInputs187, kAttributes124}}}},
    {"", "Round", {{{11, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "STFT", {{{17, 2, kInputs188, kAttributes125}}}},
    {"", "Scale", {{{1, 1, kInputs0, kAttributes126}, {10, 1, kInputs0, kAttributes126}}}},
    {"", "ScaledTanh", {{{1, 1, kInputs0, kAttributes3}, {10, 1, kInputs0, kAttributes3}}}},
    {"", "Scan", {{{8, 2, kInputs189, kAttributes127}, {9, 1, kInputs190, kAttributes128}, {11, 1,
     kInputs190, kAttributes128}, {16, 1, kInputs191, kAttributes128}, {19, 1, kInputs192,
     kAttributes128}, {21, 1, kInputs193, kAttributes128}, {23, 1, kInputs194, kAttributes128}, {24,
     1, kInputs195, kAttributes128}, {25, 1, kInputs196, kAttributes128}}}},
    {"", "Scatter", {{{9, 3, kInputs197, kAttributes32}, {11, 3, kInputs197, kAttributes32}}}},
    {"", "ScatterElements", {{{11, 3, kInputs197, kAttributes32}, {13, 3, kInputs198,
     kAttributes32}, {16, 3, kInputs198, kAttributes129}, {18, 3, kInputs198, kAttributes129}}}},
    {"", "ScatterND", {{{11, 3, kInputs199, {}}, {13, 3, kInputs200, {}}, {16, 3, kInputs200,
     kAttributes130}, {18, 3, kInputs200, kAttributes130}}}},
    {"", "Selu", {{{1, 1, kInputs0, kAttributes131}, {6, 1, kInputs0, kAttributes132}, {22, 1,
     kInputs3, kAttributes132}}}},
    {"", "SequenceAt", {{{11, 2, kInputs201, {}}}}},
    {"", "SequenceConstruct", {{{11, 1, kInputs45, {}}}}},
    {"", "SequenceEmpty", {{{11, 0, {}, kAttributes133}}}},
    {"", "SequenceErase", {{{11, 1, kInputs202, {}}}}},
    {"", "SequenceInsert", {{{11, 2, kInputs203, {}}}}},
    {"", "SequenceLength", {{{11, 1, kInputs47, {}}}}},
    {"", "SequenceMap", {{{17, 1, kInputs204, kAttributes84}}}},
    {"", "Shape", {{{1, 1, kInputs58, {}}, {13, 1, kInputs59, {}}, {15, 1, kInputs59,
     kAttributes134}, {19, 1, kInputs205, kAttributes134}, {21, 1, kInputs82, kAttributes134}, {23,
     1, kInputs83, kAttributes134}, {24, 1, kInputs84, kAttributes134}, {25, 1, kInputs85,
     kAttributes134}}}},
    {"", "Shrink", {{{9, 1, kInputs1, kAttributes135}}}},
    {"", "Sigmoid", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3,
     {}}}}},
    {"", "Sign", {{{9, 1, kInputs1, {}}, {13, 1, kInputs2, {}}}}},
    {"", "SimplifiedLayerNormalization", {{{1, 2, kInputs165, kAttributes82}}}},
    {"", "Sin", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Sinh", {{{9, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Size", {{{1, 1, kInputs58, {}}, {13, 1, kInputs59, {}}, {19, 1, kInputs205, {}}, {21, 1,
     kInputs82, {}}, {23, 1, kInputs83, {}}, {24, 1, kInputs84, {}}, {25, 1, kInputs85, {}}}}},
    {"", "Slice", {{{1, 1, kInputs58, kAttributes136}, {10, 3, kInputs206, {}}, {11, 3, kInputs206,
     {}}, {13, 3, kInputs207, {}}}}},
    {"", "Softmax", {{{1, 1, kInputs0, kAttributes32}, {11, 1, kInputs0, kAttributes32}, {13, 1,
     kInputs3, kAttributes32}}}},
    {"", "SoftmaxCrossEntropyLoss", {{{12, 2, kInputs133, kAttributes97}, {13, 2, kInputs134,
     kAttributes97}}}},
    {"", "Softplus", {{{1, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Softsign", {{{1, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "SpaceToDepth", {{{1, 1, kInputs58, kAttributes44}, {13, 1, kInputs59, kAttributes44}, {28,
     1, kInputs59, kAttributes45}}}},
    {"", "Split", {{{1, 1, kInputs208, kAttributes137}, {2, 1, kInputs58, kAttributes137}, {11, 1,
     kInputs58, kAttributes137}, {13, 1, kInputs209, kAttributes32}, {18, 1, kInputs209,
     kAttributes138}}}},
    {"", "SplitToSequence", {{{11, 1, kInputs210, kAttributes5}, {24, 1, kInputs211,
     kAttributes5}}}},
    {"", "Sqrt", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "Squeeze", {{{1, 1, kInputs58, kAttributes28}, {11, 1, kInputs58, kAttributes28}, {13, 1,
     kInputs209, {}}, {21, 1, kInputs212, {}}, {23, 1, kInputs213, {}}, {24, 1, kInputs214, {}},
     {25, 1, kInputs215, {}}}}},
    {"", "StringConcat", {{{20, 2, kInputs216, {}}}}},
    {"", "StringNormalizer", {{{10, 1, kInputs176, kAttributes139}}}},
    {"", "StringSplit", {{{20, 1, kInputs176, kAttributes140}}}},
    {"", "Sub", {{{1, 2, kInputs4, kAttributes1}, {6, 2, kInputs5, kAttributes2}, {7, 2, kInputs5,
     {}}, {13, 2, kInputs6, {}}, {14, 2, kInputs7, {}}}}},
    {"", "Sum", {{{1, 1, kInputs44, kAttributes0}, {6, 1, kInputs44, {}}, {8, 1, kInputs44, {}},
     {13, 1, kInputs127, {}}}}},
    {"", "SwiGLU", {{{28, 2, kInputs124, kAttributes27}}}},
    {"", "Swish", {{{24, 1, kInputs3, kAttributes27}}}},
    {"", "Tan", {{{7, 1, kInputs0, {}}, {22, 1, kInputs3, {}}}}},
    {"", "Tanh", {{{1, 1, kInputs0, kAttributes0}, {6, 1, kInputs0, {}}, {13, 1, kInputs3, {}}}}},
    {"", "TensorScatter", {{{24, 2, kInputs217, kAttributes141}}}},
    {"", "TfIdfVectorizer", {{{9, 1, kInputs218, kAttributes142}}}},
    {"", "ThresholdedRelu", {{{1, 1, kInputs0, kAttributes27}, {10, 1, kInputs0, kAttributes27},
     {22, 1, kInputs3, kAttributes27}}}},
    {"", "Tile", {{{1, 3, kInputs90, {}}, {6, 2, kInputs79, {}}, {13, 2, kInputs80, {}}}}},
    {"", "TopK", {{{1, 1, kInputs0, kAttributes143}, {10, 2, kInputs219, kAttributes32}, {11, 2,
     kInputs220, kAttributes144}, {24, 2, kInputs221, kAttributes144}}}},
    {"", "Transpose", {{{1, 1, kInputs58, kAttributes145}, {13, 1, kInputs59, kAttributes145}, {21,
     1, kInputs82, kAttributes145}, {23, 1, kInputs83, kAttributes145}, {24, 1, kInputs84,
     kAttributes145}, {25, 1, kInputs85, kAttributes145}}}},
    {"", "Trilu", {{{14, 1, kInputs209, kAttributes146}}}},
    {"", "Unique", {{{11, 1, kInputs58, kAttributes147}, {28, 1, kInputs59, kAttributes147}}}},
    {"", "Unsqueeze", {{{1, 1, kInputs58, kAttributes28}, {11, 1, kInputs58, kAttributes28}, {13, 2,
     kInputs80, {}}, {21, 2, kInputs178, {}}, {23, 2, kInputs179, {}}, {24, 2, kInputs180, {}}, {25,
     2, kInputs181, {}}}}},
    {"", "Upsample", {{{1, 1, kInputs222, kAttributes148}, {7, 1, kInputs58, kAttributes149}, {9, 2,
     kInputs182, kAttributes102}, {10, 2, kInputs182, kAttributes102}}}},
    {"", "Where", {{{9, 3, kInputs223, {}}, {16, 3, kInputs224, {}}}}},
    {"", "Xor", {{{1, 2, kInputs9, kAttributes2}, {7, 2, kInputs9, {}}}}},
    {"ai.onnx.ml", "ArrayFeatureExtractor", {{{1, 2, kInputs225, {}}}}},
    {"ai.onnx.ml", "Binarizer", {{{1, 1, kInputs226, kAttributes150}}}},
    {"ai.onnx.ml", "CastMap", {{{1, 1, kInputs227, kAttributes151}}}},
    {"ai.onnx.ml", "CategoryMapper", {{{1, 1, kInputs228, kAttributes152}}}},
    {"ai.onnx.ml", "DictVectorizer", {{{1, 1, kInputs227, kAttributes153}}}},
    {"ai.onnx.ml", "FeatureVectorizer", {{{1, 1, kInputs229, kAttributes154}}}},
    {"ai.onnx.ml", "Imputer", {{{1, 1, kInputs226, kAttributes155}}}},
    {"ai.onnx.ml", "LabelEncoder", {{{1, 1, kInputs228, kAttributes156}, {2, 1, kInputs230,
     kAttributes157}, {4, 1, kInputs231, kAttributes158}}}},
    {"ai.onnx.ml", "LinearClassifier", {{{1, 1, kInputs226, kAttributes159}}}},
    {"ai.onnx.ml", "LinearRegressor", {{{1, 1, kInputs226, kAttributes160}}}},
    {"ai.onnx.ml", "Normalizer", {{{1, 1, kInputs226, kAttributes161}}}},
    {"ai.onnx.ml", "OneHotEncoder", {{{1, 1, kInputs232, kAttributes162}}}},
    {"ai.onnx.ml", "SVMClassifier", {{{1, 1, kInputs226, kAttributes163}}}},
    {"ai.onnx.ml", "SVMRegressor", {{{1, 1, kInputs226, kAttributes164}}}},
    {"ai.onnx.ml", "Scaler", {{{1, 1, kInputs226, kAttributes165}}}},
    {"ai.onnx.ml", "TreeEnsemble", {{{5, 1, kInputs0, kAttributes166}}}},
    {"ai.onnx.ml", "TreeEnsembleClassifier", {{{1, 1, kInputs226, kAttributes167}, {3, 1,
     kInputs226, kAttributes168}, {5, 1, kInputs226, kAttributes168}}}},
    {"ai.onnx.ml", "TreeEnsembleRegressor", {{{1, 1, kInputs226, kAttributes169}, {3, 1, kInputs226,
     kAttributes170}, {5, 1, kInputs226, kAttributes170}}}},
    {"ai.onnx.ml", "ZipMap", {{{1, 1, kInputs36, kAttributes171}}}},
    {"ai.onnx.preview", "FlexAttention", {{{1, 3, kInputs98, kAttributes172}}}},
    {"ai.onnx.preview.training", "Adagrad", {{{1, 3, kInputs233, kAttributes173}}}},
    {"ai.onnx.preview.training", "Adam", {{{1, 3, kInputs233, kAttributes174}}}},
    {"ai.onnx.preview.training", "Gradient", {{{1, 1, kInputs190, kAttributes175}}}},
    {"ai.onnx.preview.training", "Momentum", {{{1, 3, kInputs233, kAttributes176}}}},
    {"com.microsoft", "Attention", {{{1, 2, kInputs234, kAttributes177}}}},
    {"com.microsoft", "AttnLSTM", {{{1, 3, kInputs235, kAttributes80}}}},
    {"com.microsoft", "BeamSearch", {{{1, 5, kInputs236, kAttributes178}}}},
    {"com.microsoft", "BiasAdd", {{{1, 3, kInputs67, {}}}}},
    {"com.microsoft", "BiasDropout", {{{1, 2, kInputs237, kAttributes52}}}},
    {"com.microsoft", "BiasGelu", {{{1, 2, kInputs124, {}}}}},
    {"com.microsoft", "BiasSoftmax", {{{1, 2, kInputs4, kAttributes179}}}},
    {"com.microsoft", "BiasSplitGelu", {{{1, 2, kInputs238, {}}}}},
    {"com.microsoft", "BifurcationDetector", {{{1, 3, kInputs239, kAttributes180}}}},
    {"com.microsoft", "BitmaskBiasDropout", {{{1, 2, kInputs237, kAttributes52}}}},
    {"com.microsoft", "BitmaskDropout", {{{1, 1, kInputs240, kAttributes52}}}},
    {"com.microsoft", "BranchwiseRMSNorm", {{{1, 1, kInputs241, kAttributes181}}}},
    {"com.microsoft", "CDist", {{{1, 2, kInputs242, kAttributes182}}}},
    {"com.microsoft", "CausalConvWithState", {{{1, 2, kInputs35, kAttributes183}}}},
    {"com.microsoft", "ComplexMul", {{{1, 2, kInputs4, {}}}}},
    {"com.microsoft", "ComplexMulConj", {{{1, 2, kInputs4, {}}}}},
    {"com.microsoft", "ConvTransposeWithDynamicPads", {{{1, 2, kInputs243, kAttributes184}}}},
    {"com.microsoft", "CropAndResize", {{{1, 4, kInputs244, kAttributes185}}}},
    {"com.microsoft", "DecoderAttention", {{{1, 12, kInputs245, kAttributes186}}}},
    {"com.microsoft", "DecoderMaskedMultiHeadAttention", {{{1, 1, kInputs246, kAttributes187}}}},
    {"com.microsoft", "DecoderMaskedSelfAttention", {{{1, 7, kInputs247, kAttributes188}}}},
    {"com.microsoft", "DequantizeBFP", {{{1, 3, kInputs248, kAttributes189}}}},
    {"com.microsoft", "DequantizeLinear", {{{1, 2, kInputs249, kAttributes32}}}},
    {"com.microsoft", "DequantizeWithOrder", {{{1, 2, kInputs250, kAttributes190}}}},
    {"com.microsoft", "DynamicQuantizeLSTM", {{{1, 12, kInputs251, kAttributes80}}}},
    {"com.microsoft", "DynamicQuantizeMatMul", {{{1, 3, kInputs252, {}}}}},
    {"com.microsoft", "DynamicSparseAttention", {{{1, 11, kInputs253, kAttributes191}}}},
    {"com.microsoft", "DynamicTimeWarping", {{{1, 1, kInputs36, {}}}}},
    {"com.microsoft", "EPContext", {{{1, 0, kInputs254, kAttributes192}}}},
    {"com.microsoft", "EmbedLayerNormalization", {{{1, 7, kInputs255, kAttributes193}}}},
    {"com.microsoft", "EngramGate", {{{1, 5, kInputs256, kAttributes76}}}},
    {"com.microsoft", "ExpandDims", {{{1, 2, kInputs257, {}}}}},
    {"com.microsoft", "FastGelu", {{{1, 1, kInputs258, {}}}}},
    {"com.microsoft", "FusedConv", {{{1, 2, kInputs259, kAttributes194}}}},
    {"com.microsoft", "FusedGemm", {{{1, 2, kInputs92, kAttributes195}}}},
    {"com.microsoft", "FusedMatMul", {{{1, 2, kInputs124, kAttributes196}}}},
    {"com.microsoft", "FusedMatMulActivation", {{{1, 2, kInputs124, kAttributes197}}}},
    {"com.microsoft", "GatedAdd", {{{1, 3, kInputs260, {}}}}},
    {"com.microsoft", "GatedDeltaNet", {{{1, 1, kInputs261, kAttributes198}}}},
    {"com.microsoft", "GatedRMSNorm", {{{1, 3, kInputs260, kAttributes199}}}},
    {"com.microsoft", "GatedRelativePositionBias", {{{1, 6, kInputs262, kAttributes200}}}},
    {"com.microsoft", "GatherBlockQuantized", {{{1, 3, kInputs263, kAttributes201}}}},
    {"com.microsoft", "GatherND", {{{1, 2, kInputs89, {}}}}},
    {"com.microsoft", "Gelu", {{{1, 1, kInputs3, {}}}}},
    {"com.microsoft", "GemmFastGelu", {{{1, 2, kInputs264, {}}}}},
    {"com.microsoft", "GemmFloat8", {{{1, 2, kInputs265, kAttributes202}}}},
    {"com.microsoft", "GemmaRotaryEmbedding", {{{1, 5, kInputs266, {}}}}},
    {"com.microsoft", "GreedySearch", {{{1, 2, kInputs267, kAttributes203}}}},
    {"com.microsoft", "GridSample", {{{1, 2, kInputs268, kAttributes68}}}},
    {"com.microsoft", "GroupNorm", {{{1, 3, kInputs269, kAttributes204}}}},
    {"com.microsoft", "GroupQueryAttention", {{{1, 7, kInputs270, kAttributes205}}}},
    {"com.microsoft", "HyperConnectionPostMix", {{{1, 3, kInputs271, kAttributes206}}}},
    {"com.microsoft", "HyperConnectionPreMix", {{{1, 2, kInputs272, kAttributes207}}}},
    {"com.microsoft", "Inverse", {{{1, 1, kInputs0, {}}}}},
    {"com.microsoft", "Irfft", {{{1, 1, kInputs0, kAttributes208}}}},
    {"com.microsoft", "IsAllFinite", {{{1, 1, kInputs127, kAttributes209}}}},
    {"com.microsoft", "LinearAttention", {{{1, 3, kInputs113, kAttributes210}}}},
    {"com.microsoft", "LinearAttentionGate", {{{1, 3, kInputs273, {}}}}},
    {"com.microsoft", "LongformerAttention", {{{1, 7, kInputs274, kAttributes211}}}},
    {"com.microsoft", "MRotaryEmbedding", {{{1, 4, kInputs275, kAttributes212}}}},
    {"com.microsoft", "MatMulBlockQuantizedFp4Weight", {{{1, 4, kInputs276, kAttributes213}}}},
    {"com.microsoft", "MatMulBlockQuantizedFp8Weight", {{{1, 3, kInputs277, kAttributes213}}}},
    {"com.microsoft", "MatMulBnb4", {{{1, 3, kInputs278, kAttributes214}}}},
    {"com.microsoft", "MatMulFpQ4", {{{1, 3, kInputs279, kAttributes215}}}},
    {"com.microsoft", "MatMulInteger16", {{{1, 2, kInputs280, {}}}}},
    {"com.microsoft", "MatMulIntegerToFloat", {{{1, 4, kInputs281, {}}}}},
    {"com.microsoft", "MatMulNBits", {{{1, 3, kInputs282, kAttributes216}}}},
    {"com.microsoft", "MatMulNBitsMlp", {{{1, 8, kInputs283, kAttributes217}}}},
    {"com.microsoft", "MatMulNBitsQkv", {{{1, 11, kInputs284, kAttributes218}}}},
    {"com.microsoft", "MaxpoolWithMask", {{{1, 2, kInputs285, kAttributes88}}}},
    {"com.microsoft", "MoE", {{{1, 5, kInputs286, kAttributes219}}}},
    {"com.microsoft", "MulInteger", {{{1, 3, kInputs287, {}}}}},
    {"com.microsoft", "MultiHeadAttention", {{{1, 1, kInputs288, kAttributes220}}}},
    {"com.microsoft", "MurmurHash3", {{{1, 1, kInputs289, kAttributes221}}}},
    {"com.microsoft", "NGramHashMapping", {{{1, 3, kInputs290, kAttributes222}}}},
    {"com.microsoft", "NGramRepeatBlock", {{{1, 2, kInputs291, kAttributes223}}}},
    {"com.microsoft", "NhwcConv", {{{1, 2, kInputs49, kAttributes37}}}},
    {"com.microsoft", "NhwcFusedConv", {{{1, 2, kInputs292, kAttributes194}}}},
    {"com.microsoft", "NhwcMaxPool", {{{1, 1, kInputs293, kAttributes224}}}},
    {"com.microsoft", "PackedAttention", {{{1, 5, kInputs294, kAttributes225}}}},
    {"com.microsoft", "PackedMultiHeadAttention", {{{1, 6, kInputs295, kAttributes226}}}},
    {"com.microsoft", "PackedSparseAttentionIndexer", {{{1, 16, kInputs296, kAttributes227}}}},
    {"com.microsoft", "Pad", {{{1, 2, kInputs297, kAttributes102}}}},
    {"com.microsoft", "PagedAttention", {{{1, 8, kInputs298, kAttributes228}}}},
    {"com.microsoft", "QAttention", {{{1, 5, kInputs299, kAttributes229}}}},
    {"com.microsoft", "QEmbedLayerNormalization", {{{1, 18, kInputs300, kAttributes76}}}},
    {"com.microsoft", "QGemm", {{{1, 6, kInputs301, kAttributes230}}}},
    {"com.microsoft", "QLinearAdd", {{{1, 7, kInputs302, {}}}}},
    {"com.microsoft", "QLinearAveragePool", {{{1, 4, kInputs303, kAttributes231}}}},
    {"com.microsoft", "QLinearConcat", {{{1, 3, kInputs304, kAttributes32}}}},
    {"com.microsoft", "QLinearConv", {{{1, 8, kInputs155, kAttributes232}}}},
    {"com.microsoft", "QLinearGlobalAveragePool", {{{1, 5, kInputs305, kAttributes233}}}},
    {"com.microsoft", "QLinearLeakyRelu", {{{1, 4, kInputs303, kAttributes27}}}},
    {"com.microsoft", "QLinearMul", {{{1, 7, kInputs302, {}}}}},
    {"com.microsoft", "QLinearReduceMean", {{{1, 4, kInputs303, kAttributes114}}}},
    {"com.microsoft", "QLinearSigmoid", {{{1, 4, kInputs303, {}}}}},
    {"com.microsoft", "QLinearSoftmax", {{{1, 5, kInputs306, kAttributes234}}}},
    {"com.microsoft", "QLinearWhere", {{{1, 9, kInputs307, {}}}}},
    {"com.microsoft", "QMoE", {{{1, 6, kInputs308, kAttributes235}}}},
    {"com.microsoft", "QOrderedAttention", {{{1, 17, kInputs309, kAttributes236}}}},
    {"com.microsoft", "QOrderedGelu", {{{1, 3, kInputs310, kAttributes237}}}},
    {"com.microsoft", "QOrderedLayerNormalization", {{{1, 5, kInputs311, kAttributes238}}}},
    {"com.microsoft", "QOrderedLongformerAttention", {{{1, 14, kInputs312, kAttributes239}}}},
    {"com.microsoft", "QOrderedMatMul", {{{1, 5, kInputs313, kAttributes240}}}},
    {"com.microsoft", "QuantizeBFP", {{{1, 1, kInputs314, kAttributes241}}}},
    {"com.microsoft", "QuantizeLinear", {{{1, 2, kInputs315, kAttributes32}}}},
    {"com.microsoft", "QuantizeWithOrder", {{{1, 2, kInputs316, kAttributes242}}}},
    {"com.microsoft", "QuickGelu", {{{1, 1, kInputs3, kAttributes27}}}},
    {"com.microsoft", "Range", {{{1, 2, kInputs317, {}}}}},
    {"com.microsoft", "ReduceSumInteger", {{{1, 1, kInputs293, kAttributes114}}}},
    {"com.microsoft", "RelativePositionBias", {{{1, 3, kInputs318, kAttributes243}}}},
    {"com.microsoft", "RemovePadding", {{{1, 2, kInputs319, {}}}}},
    {"com.microsoft", "RestorePadding", {{{1, 2, kInputs319, {}}}}},
    {"com.microsoft", "Rfft", {{{1, 1, kInputs0, kAttributes208}}}},
    {"com.microsoft", "RotaryEmbedding", {{{1, 4, kInputs275, kAttributes244}}}},
    {"com.microsoft", "SampleOp", {{{1, 1, kInputs168, {}}}}},
    {"com.microsoft", "Sampling", {{{1, 2, kInputs320, kAttributes245}}}},
    {"com.microsoft", "ScaledSiLU", {{{1, 1, kInputs241, kAttributes27}}}},
    {"com.microsoft", "SkipGroupNorm", {{{1, 4, kInputs321, kAttributes204}}}},
    {"com.microsoft", "SkipLayerNormalization", {{{1, 3, kInputs322, kAttributes76}}}},
    {"com.microsoft", "SkipSimplifiedLayerNormalization", {{{1, 3, kInputs323, kAttributes76}}}},
    {"com.microsoft", "Snpe", {{{1, 1, kInputs324, kAttributes246}}}},
    {"com.microsoft", "SparseAttention", {{{1, 9, kInputs325, kAttributes247}}}},
    {"com.microsoft", "SparseAttentionIndexer", {{{1, 8, kInputs326, kAttributes248}}}},
    {"com.microsoft", "SparsePagedAttention", {{{1, 11, kInputs327, kAttributes249}}}},
    {"com.microsoft", "SparseToDenseMatMul", {{{1, 2, kInputs328, kAttributes230}}}},
    {"com.microsoft", "Tokenizer", {{{1, 1, kInputs176, kAttributes250}}}},
    {"com.microsoft", "TorchEmbedding", {{{1, 2, kInputs329, {}}}}},
    {"com.microsoft", "TransposeMatMul", {{{1, 2, kInputs124, kAttributes230}}}},
    {"com.microsoft", "Trilu", {{{1, 1, kInputs330, kAttributes146}}}},
    {"com.microsoft", "UnfoldTensor", {{{1, 1, kInputs59, kAttributes251}}}},
    {"com.microsoft", "Unique", {{{1, 1, kInputs58, {}}}}},
    {"com.microsoft", "VarlenCausalConvWithState", {{{1, 5, kInputs331, kAttributes252}}}},
    {"com.microsoft", "VarlenNGramHashMapping", {{{1, 4, kInputs332, kAttributes253}}}},
    {"com.microsoft", "WhisperBeamSearch", {{{1, 5, kInputs333, kAttributes254}}}},
    {"com.microsoft", "WordConvEmbedding", {{{1, 4, kInputs334, kAttributes255}}}},
    {"com.microsoft.nchwc", "AveragePool", {{{1, 1, kInputs36, kAttributes12}}}},
    {"com.microsoft.nchwc", "Conv", {{{1, 2, kInputs335, kAttributes194}}}},
    {"com.microsoft.nchwc", "GlobalAveragePool", {{{1, 1, kInputs36, {}}}}},
    {"com.microsoft.nchwc", "GlobalMaxPool", {{{1, 1, kInputs36, {}}}}},
    {"com.microsoft.nchwc", "MaxPool", {{{1, 1, kInputs36, kAttributes89}}}},
    {"com.microsoft.nchwc", "ReorderInput", {{{1, 1, kInputs36, kAttributes233}}}},
    {"com.microsoft.nchwc", "ReorderOutput", {{{1, 1, kInputs36, kAttributes256}}}},
    {"com.microsoft.nchwc", "Upsample", {{{1, 1, kInputs36, kAttributes257}}}},
    {"com.ms.internal.nhwc", "AveragePool", {{{7, 1, kInputs0, kAttributes258}, {10, 1, kInputs0,
     kAttributes259}, {11, 1, kInputs0, kAttributes259}, {19, 1, kInputs0, kAttributes260}}}},
    {"com.ms.internal.nhwc", "BatchNormalization", {{{7, 5, kInputs12, kAttributes261}, {9, 5,
     kInputs12, kAttributes262}, {14, 5, kInputs13, kAttributes263}, {15, 5, kInputs14,
     kAttributes263}}}},
    {"com.ms.internal.nhwc", "Conv", {{{1, 2, kInputs49, kAttributes194}, {11, 2, kInputs49,
     kAttributes194}}}},
    {"com.ms.internal.nhwc", "ConvTranspose", {{{1, 2, kInputs49, kAttributes264}, {11, 2,
     kInputs49, kAttributes264}}}},
    {"com.ms.internal.nhwc", "DepthToSpace", {{{1, 1, kInputs58, kAttributes44}, {11, 1, kInputs58,
     kAttributes45}, {13, 1, kInputs59, kAttributes45}}}},
    {"com.ms.internal.nhwc", "GlobalAveragePool", {{{1, 1, kInputs0, {}}}}},
    {"com.ms.internal.nhwc", "GlobalLpPool", {{{2, 1, kInputs0, kAttributes67}}}},
    {"com.ms.internal.nhwc", "GlobalMaxPool", {{{1, 1, kInputs0, {}}}}},
    {"com.ms.internal.nhwc", "GridSample", {{{16, 2, kInputs96, kAttributes68}, {20, 2, kInputs96,
     kAttributes68}}}},
    {"com.ms.internal.nhwc", "InstanceNormalization", {{{6, 3, kInputs90, kAttributes265}}}},
    {"com.ms.internal.nhwc", "LRN", {{{1, 1, kInputs0, kAttributes78}, {13, 1, kInputs3,
     kAttributes78}}}},
    {"com.ms.internal.nhwc", "LpPool", {{{11, 1, kInputs0, kAttributes86}, {18, 1, kInputs0,
     kAttributes87}}}},
    {"com.ms.internal.nhwc", "MaxPool", {{{1, 1, kInputs0, kAttributes266}, {8, 1, kInputs0,
     kAttributes267}, {10, 1, kInputs0, kAttributes268}, {11, 1, kInputs0, kAttributes268}, {12, 1,
     kInputs122, kAttributes268}}}},
    {"com.ms.internal.nhwc", "MaxUnpool", {{{9, 2, kInputs125, kAttributes269}, {11, 2, kInputs125,
     kAttributes269}}}},
    {"com.ms.internal.nhwc", "QLinearAveragePool", {{{1, 4, kInputs303, kAttributes231}}}},
    {"com.ms.internal.nhwc", "QLinearConv", {{{10, 8, kInputs155, kAttributes37}}}},
    {"com.ms.internal.nhwc", "QLinearConvTranspose", {{{1, 8, kInputs155, kAttributes38}}}},
    {"com.ms.internal.nhwc", "Resize", {{{11, 3, kInputs183, kAttributes119}, {13, 1, kInputs184,
     kAttributes119}, {18, 1, kInputs184, kAttributes120}, {19, 1, kInputs184, kAttributes120}}}},
    {"com.ms.internal.nhwc", "SpaceToDepth", {{{1, 1, kInputs58, kAttributes44}, {13, 1, kInputs59,
     kAttributes44}}}},
};
// clang-format on

}  // namespace

absl::Span<const OnnxOperator> OnnxOperators() { return kOperators; }

}  // namespace shapewright::rules
