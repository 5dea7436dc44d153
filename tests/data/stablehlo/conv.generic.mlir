"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{function_type = (tensor<?x3x?x?xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x?x?xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg26: tensor<?x3x?x?xf32>, %arg27: tensor<4x3x3x3xf32>):
    %96 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %97 = "stablehlo.get_dimension_size"(%arg26) <{dimension = 0 : i64}> : (tensor<?x3x?x?xf32>) -> tensor<i32>
    %98 = "stablehlo.get_dimension_size"(%arg26) <{dimension = 2 : i64}> : (tensor<?x3x?x?xf32>) -> tensor<i32>
    %99 = "stablehlo.get_dimension_size"(%arg26) <{dimension = 3 : i64}> : (tensor<?x3x?x?xf32>) -> tensor<i32>
    %100 = "stablehlo.compare"(%97, %96) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%100, %97) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 3, h, w). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %101 = "stablehlo.compare"(%98, %96) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%101, %97, %98) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, 3, h, w). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[2] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %102 = "stablehlo.compare"(%99, %96) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%102, %97, %98, %99) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'w'. Using the following polymorphic shapes specifications: args[0].shape = (b, 3, h, w). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[2] (= {1}), 'w' = {2} from specification 'w' for dimension args[0].shape[3] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %103 = "func.call"(%97, %98, %99, %arg26, %arg27) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x3x?x?xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x?x?xf32>
    "func.return"(%103) : (tensor<?x4x?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x3x?x?xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x?x?xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg21: tensor<i32>, %arg22: tensor<i32>, %arg23: tensor<i32>, %arg24: tensor<?x3x?x?xf32>, %arg25: tensor<4x3x3x3xf32>):
    %26 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %27 = "stablehlo.constant"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
    %28 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %29 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %31 = "stablehlo.multiply"(%30, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %32:2 = "func.call"(%arg21, %arg22, %arg23, %31, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %33 = "stablehlo.multiply"(%32#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %34 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %35 = "stablehlo.multiply"(%34, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %36 = "stablehlo.add"(%33, %35) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %37 = "stablehlo.add"(%36, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %38:2 = "func.call"(%arg21, %arg22, %arg23, %37, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %39 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %40 = "stablehlo.multiply"(%39, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %41:2 = "func.call"(%arg21, %arg22, %arg23, %40, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %42 = "stablehlo.multiply"(%41#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %43 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %44 = "stablehlo.multiply"(%43, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %45 = "stablehlo.add"(%42, %44) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %46 = "stablehlo.add"(%45, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %47:2 = "func.call"(%arg21, %arg22, %arg23, %46, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %48 = "stablehlo.multiply"(%47#0, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %49 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %50 = "stablehlo.multiply"(%49, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %51:2 = "func.call"(%arg21, %arg22, %arg23, %50, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %52 = "stablehlo.multiply"(%51#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %53 = "stablehlo.convert"(%arg22) : (tensor<i32>) -> tensor<i32>
    %54 = "stablehlo.multiply"(%53, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %55 = "stablehlo.add"(%48, %52) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %56 = "stablehlo.add"(%55, %54) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %57 = "stablehlo.add"(%56, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %58 = "stablehlo.reshape"(%38#0) : (tensor<i32>) -> tensor<1xi32>
    %59 = "stablehlo.reshape"(%57) : (tensor<i32>) -> tensor<1xi32>
    %60 = "stablehlo.concatenate"(%58, %59) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %61 = "stablehlo.reshape"(%60) : (tensor<2xi32>) -> tensor<1x2xi32>
    %62 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %63 = "stablehlo.multiply"(%62, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %64:2 = "func.call"(%arg21, %arg22, %arg23, %63, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %65 = "stablehlo.multiply"(%64#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %66 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %67 = "stablehlo.multiply"(%66, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %68 = "stablehlo.add"(%65, %67) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %69 = "stablehlo.add"(%68, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %70:2 = "func.call"(%arg21, %arg22, %arg23, %69, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %71 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %72 = "stablehlo.multiply"(%71, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %73:2 = "func.call"(%arg21, %arg22, %arg23, %72, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %74 = "stablehlo.multiply"(%73#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %75 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %76 = "stablehlo.multiply"(%75, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %77 = "stablehlo.add"(%74, %76) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %78 = "stablehlo.add"(%77, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %79:2 = "func.call"(%arg21, %arg22, %arg23, %78, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %80 = "stablehlo.multiply"(%79#0, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %81 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %82 = "stablehlo.multiply"(%81, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %83:2 = "func.call"(%arg21, %arg22, %arg23, %82, %28) <{callee = @divmod}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %84 = "stablehlo.multiply"(%83#0, %27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %85 = "stablehlo.convert"(%arg23) : (tensor<i32>) -> tensor<i32>
    %86 = "stablehlo.multiply"(%85, %29) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %87 = "stablehlo.add"(%80, %84) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %88 = "stablehlo.add"(%87, %86) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %89 = "stablehlo.add"(%88, %26) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %90 = "stablehlo.reshape"(%70#0) : (tensor<i32>) -> tensor<1xi32>
    %91 = "stablehlo.reshape"(%89) : (tensor<i32>) -> tensor<1xi32>
    %92 = "stablehlo.concatenate"(%90, %91) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %93 = "stablehlo.reshape"(%92) : (tensor<2xi32>) -> tensor<1x2xi32>
    %94 = "stablehlo.concatenate"(%61, %93) <{dimension = 0 : i64}> : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %95 = "stablehlo.dynamic_conv"(%arg24, %arg25, %94) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> : (tensor<?x3x?x?xf32>, tensor<4x3x3x3xf32>, tensor<2x2xi32>) -> tensor<?x4x?x?xf32>
    "func.return"(%95) : (tensor<?x4x?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>), sym_name = "divmod", sym_visibility = "private"}> ({
  ^bb0(%arg16: tensor<i32>, %arg17: tensor<i32>, %arg18: tensor<i32>, %arg19: tensor<i32>, %arg20: tensor<i32>):
    %24 = "func.call"(%arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @floor_divide}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %25 = "func.call"(%arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @remainder}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%24, %25) : (tensor<i32>, tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<i32>, %arg12: tensor<i32>, %arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<i32>):
    %13 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.divide"(%arg14, %arg15) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %16 = "stablehlo.sign"(%arg14) : (tensor<i32>) -> tensor<i32>
    %17 = "stablehlo.sign"(%arg15) : (tensor<i32>) -> tensor<i32>
    %18 = "stablehlo.compare"(%16, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %19 = "stablehlo.remainder"(%arg14, %arg15) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %20 = "stablehlo.compare"(%19, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %21 = "stablehlo.and"(%18, %20) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %22 = "stablehlo.subtract"(%15, %13) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %23 = "func.call"(%arg11, %arg12, %arg13, %21, %22, %15) <{callee = @_where}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%23) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>, sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<i1>, %arg9: tensor<i32>, %arg10: tensor<i32>):
    %12 = "stablehlo.select"(%arg8, %arg9, %arg10) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%12) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "h"}, {jax.global_constant = "w"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.compare"(%arg4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = "func.call"(%arg0, %arg1, %arg2, %2, %0, %arg4) <{callee = @_where}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.remainder"(%arg3, %3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = "stablehlo.compare"(%4, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = "stablehlo.compare"(%3, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = "stablehlo.compare"(%6, %7) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %9 = "stablehlo.and"(%8, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.add"(%4, %3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %11 = "stablehlo.select"(%9, %10, %4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%11) : (tensor<i32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()

