# C types for race.py, read by Cython alone.

from controller.game.opponents.playouts.hares cimport CompactHares
from controller.game.opponents.playouts.position cimport number

cdef number CHEW, CHEW_IT, DEAL, DISCARD, DRAW, HARE, KEEP, LEAVE, MISS_IT, MOVE_DUE
cdef number PAY, REST, RESTART, ROLL, TAKE_REST


cdef class CompactRace(CompactHares):
    cdef public number first, last_roll

    cpdef void apply(self, number action) noexcept
    cdef void run(self, number seat, number action) noexcept
    cdef void restart(self, number seat, number index) noexcept
    cdef void chew(self, number seat) noexcept
    cdef void answer_gift(self, number seat, number action) noexcept
    cpdef void shuffle(self, number begin, number end) noexcept
    cdef void dealt(self) noexcept
    cpdef number play_at_random(self, number most) noexcept
    cpdef void copy(self, CompactRace other) noexcept
