;; The loops of a search over whole bitmaps. Each goes from byte $a to byte $end, 64 bytes at a time; a second bitmap,
;; if any, begins at byte $b. Unrolled, the steps cost a quarter of the comparisons and additions that a loop of 16
;; bytes would. bitKernelBytes.ts has this file compiled; bitKernels.test.ts compares the two.
(module
  (memory (import "env" "memory") 0)

  ;; a &= b
  (func (export "and") (param $a i32) (param $b i32) (param $end i32)
    (loop $next
      (v128.store offset=0 (local.get $a)
        (v128.and (v128.load offset=0 (local.get $a)) (v128.load offset=0 (local.get $b))))
      (v128.store offset=16 (local.get $a)
        (v128.and (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b))))
      (v128.store offset=32 (local.get $a)
        (v128.and (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $b))))
      (v128.store offset=48 (local.get $a)
        (v128.and (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $b))))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (br_if $next
        (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 64))) (local.get $end)))))

  ;; a |= b
  (func (export "or") (param $a i32) (param $b i32) (param $end i32)
    (loop $next
      (v128.store offset=0 (local.get $a)
        (v128.or (v128.load offset=0 (local.get $a)) (v128.load offset=0 (local.get $b))))
      (v128.store offset=16 (local.get $a)
        (v128.or (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b))))
      (v128.store offset=32 (local.get $a)
        (v128.or (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $b))))
      (v128.store offset=48 (local.get $a)
        (v128.or (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $b))))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (br_if $next
        (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 64))) (local.get $end)))))

  ;; a &= ~b
  (func (export "andNot") (param $a i32) (param $b i32) (param $end i32)
    (loop $next
      (v128.store offset=0 (local.get $a)
        (v128.andnot (v128.load offset=0 (local.get $a)) (v128.load offset=0 (local.get $b))))
      (v128.store offset=16 (local.get $a)
        (v128.andnot (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b))))
      (v128.store offset=32 (local.get $a)
        (v128.andnot (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $b))))
      (v128.store offset=48 (local.get $a)
        (v128.andnot (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $b))))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (br_if $next
        (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 64))) (local.get $end)))))

  ;; How many bits are set.
  (func (export "count") (param $a i32) (param $end i32) (result i32)
    (local $sum i64)
    (loop $next
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=0 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=8 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=16 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=24 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=32 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=40 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=48 (local.get $a)))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load offset=56 (local.get $a)))))
      (br_if $next
        (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 64))) (local.get $end))))
    (i32.wrap_i64 (local.get $sum)))

  ;; How many bits are set in both.
  (func (export "countAnd") (param $a i32) (param $b i32) (param $end i32) (result i32)
    (local $sum i64)
    (loop $next
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=0 (local.get $a)) (i64.load offset=0 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=8 (local.get $a)) (i64.load offset=8 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=16 (local.get $a)) (i64.load offset=16 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=24 (local.get $a)) (i64.load offset=24 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=32 (local.get $a)) (i64.load offset=32 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=40 (local.get $a)) (i64.load offset=40 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=48 (local.get $a)) (i64.load offset=48 (local.get $b))))))
      (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.and (i64.load offset=56 (local.get $a)) (i64.load offset=56 (local.get $b))))))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (br_if $next
        (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 64))) (local.get $end))))
    (i32.wrap_i64 (local.get $sum))))
