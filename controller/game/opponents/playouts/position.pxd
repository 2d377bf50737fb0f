# C types for position.py, read by Cython alone.

ctypedef long long number

cdef number BACK, CARROT, CHEW, CHEW_IT, DEAL, DEAL_DUE, DECLINE, DISCARD, DRAW, GIFT_DUE, HARE
cdef number KEEP, LEAVE, LETTUCE, MISS_IT, MOVE_DUE, PAY, REST, RESTART, ROLL, ROLL_DUE
cdef number TAKE_REST, TEN_DUE, TORTOISE, UNLIMITED


cdef class CompactPosition:
    cdef public number home, seats, each, hare, to_act, prompt, patch, arrived, count
    cdef bint flat_limit, first_with_lettuces, declinable, baulk
    cdef public number[::1] back_to
    cdef number[::1] kinds, pays, closed, flat
    cdef public number[::1] carrots, lettuces, misses, at, owes, passed, arrivals, on, actions

    cpdef number legal(self) noexcept
    cpdef bint allows(self, number action) noexcept
    cdef number moves(self) noexcept
    cdef void restarts(self) noexcept
    cdef void forced_back(self, number first, number last) noexcept
    cdef void runs(self, number seat, number runner) noexcept
    cdef bint may_arrive(self, number seat, number left) noexcept
    cdef void choices(self) noexcept
    cdef void add(self, number action) noexcept
    cdef void add_run(self, number runner, number to) noexcept
    cdef number owing(self, number seat, number obligation) noexcept
    cdef number back_square(self, number runner) noexcept
    cdef number price(self, number at, number to) noexcept
    cdef number means(self, number seat, number runner) noexcept
    cdef number payout(self, number runner) noexcept
    cdef number drawable(self, number seat, number carrots) noexcept
    cdef number place(self, number runner) noexcept
