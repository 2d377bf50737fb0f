# C types for turns.py, read by Cython alone.

from controller.game.opponents.playouts.position cimport CompactPosition, number

cdef number BACK, CHEW, HARE, LETTUCE, MOVE_DUE, NAP, OVER, REST, TOURNAMENT, UNLIMITED
cdef number FACTOR, MODULUS


cdef class CompactTurns(CompactPosition):
    cdef public number restart_carrots, teams, seed
    cdef bint first_home
    cdef public number[::1] team, ranking

    cdef number random(self, number below) noexcept
    cdef void draw(self, number seat, number carrots) noexcept
    cdef void pay(self, number seat, number carrots) noexcept
    cdef void fill_patch(self, number carrots) noexcept
    cdef void set_carrots(self, number seat, number carrots) noexcept
    cpdef void put(self, number runner, number to, number owes) noexcept
    cdef void lay(self, number runner, number to) noexcept
    cdef void pass_by(self, number seat, number start, number to) noexcept
    cdef void pay_toll(self, number waiting) noexcept
    cdef void move_on(self, number seat) noexcept
    cdef bint is_home(self, number seat) noexcept
    cdef bint end_if_over(self) noexcept
    cdef number complete_team(self) noexcept
    cdef void rank(self) noexcept
    cdef void sort_ranking(self, number winners) noexcept
    cdef number rank_key(self, number seat, number winners) noexcept
