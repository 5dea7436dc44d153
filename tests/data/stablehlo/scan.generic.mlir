"builtin.module"() <{sym_name = "jit_scan"}> ({
  "func.func"() <{function_type = (tensor<5x?xf32>) -> (tensor<f32>, tensor<5x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg22: tensor<5x?xf32>):
    %47 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %48 = "stablehlo.get_dimension_size"(%arg22) <{dimension = 1 : i64}> : (tensor<5x?xf32>) -> tensor<i32>
    %49 = "stablehlo.compare"(%48, %47) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%49, %48) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 's'. Using the following polymorphic shapes specifications: args[0].shape = (5, s). Obtained dimension variables: 's' = {0} from specification 's' for dimension args[0].shape[1] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %50:2 = "func.call"(%48, %arg22) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<5x?xf32>) -> (tensor<f32>, tensor<5x?xf32>)
    "func.return"(%50#0, %50#1) : (tensor<f32>, tensor<5x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "s"}, {}], function_type = (tensor<i32>, tensor<5x?xf32>) -> (tensor<f32>, tensor<5x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<i32>, %arg13: tensor<5x?xf32>):
    %33 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %34 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %35 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %37 = "stablehlo.constant"() <{value = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
    %38 = "stablehlo.reshape"(%arg12) : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.concatenate"(%37, %38) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = "stablehlo.dynamic_broadcast_in_dim"(%35, %39) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<5x?xf32>
    %41:4 = "stablehlo.while"(%arg13, %34, %35, %40) ({
    ^bb0(%arg18: tensor<5x?xf32>, %arg19: tensor<i32>, %arg20: tensor<f32>, %arg21: tensor<5x?xf32>):
      %46 = "stablehlo.compare"(%arg19, %36) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%46) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg14: tensor<5x?xf32>, %arg15: tensor<i32>, %arg16: tensor<f32>, %arg17: tensor<5x?xf32>):
      %42 = "func.call"(%arg12, %arg14, %arg15) <{callee = @dynamic_index_in_dim}> : (tensor<i32>, tensor<5x?xf32>, tensor<i32>) -> tensor<?xf32>
      %43:2 = "func.call"(%arg12, %arg16, %42) <{callee = @closed_call}> : (tensor<i32>, tensor<f32>, tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>)
      %44 = "func.call"(%arg12, %arg17, %43#1, %arg15) <{callee = @dynamic_update_index_in_dim}> : (tensor<i32>, tensor<5x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<5x?xf32>
      %45 = "stablehlo.add"(%arg15, %33) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg14, %45, %43#0, %44) : (tensor<5x?xf32>, tensor<i32>, tensor<f32>, tensor<5x?xf32>) -> ()
    }) : (tensor<5x?xf32>, tensor<i32>, tensor<f32>, tensor<5x?xf32>) -> (tensor<5x?xf32>, tensor<i32>, tensor<f32>, tensor<5x?xf32>)
    "func.return"(%41#2, %41#3) : (tensor<f32>, tensor<5x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "s"}, {}, {}], function_type = (tensor<i32>, tensor<5x?xf32>, tensor<i32>) -> tensor<?xf32>, sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<i32>, %arg10: tensor<5x?xf32>, %arg11: tensor<i32>):
    %14 = "stablehlo.constant"() <{value = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %18 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %19 = "stablehlo.concatenate"(%17, %18) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %20 = "stablehlo.concatenate"(%15, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %21 = "stablehlo.reshape"(%arg11) : (tensor<i32>) -> tensor<1xi32>
    %22 = "stablehlo.reshape"(%16) : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.concatenate"(%21, %22) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %25 = "stablehlo.concatenate"(%14, %24) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = "stablehlo.subtract"(%25, %19) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %27 = "stablehlo.clamp"(%20, %23, %26) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %28 = "stablehlo.add"(%27, %19) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %29 = "stablehlo.concatenate"(%17, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = "stablehlo.real_dynamic_slice"(%arg10, %27, %28, %29) : (tensor<5x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
    %31 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %32 = "stablehlo.dynamic_reshape"(%30, %31) : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    "func.return"(%32) : (tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "s"}, {}, {}], function_type = (tensor<i32>, tensor<f32>, tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>), sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<f32>, %arg6: tensor<?xf32>):
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.reduce"(%arg6, %6) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %13 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%13) : (tensor<f32>) -> ()
    }) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg5, %7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.tanh"(%arg6) : (tensor<?xf32>) -> tensor<?xf32>
    %10 = "stablehlo.reshape"(%arg4) : (tensor<i32>) -> tensor<1xi32>
    %11 = "stablehlo.dynamic_broadcast_in_dim"(%arg5, %10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %12 = "stablehlo.multiply"(%9, %11) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "func.return"(%8, %12) : (tensor<f32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "s"}, {}, {}, {}], function_type = (tensor<i32>, tensor<5x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<5x?xf32>, sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<5x?xf32>, %arg2: tensor<?xf32>, %arg3: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %2 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %3 = "stablehlo.concatenate"(%1, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = "stablehlo.dynamic_broadcast_in_dim"(%arg2, %3) <{broadcast_dimensions = array<i64: 1>}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
    %5 = "stablehlo.dynamic_update_slice"(%arg1, %4, %arg3, %0) : (tensor<5x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<5x?xf32>
    "func.return"(%5) : (tensor<5x?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()

