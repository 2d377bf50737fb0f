# C types for guided.py, read by Cython alone.

from controller.game.opponents.playouts.position cimport number
from controller.game.opponents.playouts.race cimport CompactRace

cdef number CHEW, DRAW, KEEP, OVER, PARTS, PAY, REST, ENDLESS


cdef class GuidedRace(CompactRace):
    cdef unsigned short[::1] table
    cdef public number most_carrots, most_lettuces, unit, row, level, place_size, part, places

    cpdef number quickest(self, number count, number wander) noexcept
    cdef bint is_last(self, number runner) noexcept
    cpdef number needed(self, number seat, number moved, number to, number carrots) noexcept
    cdef number excess(self, number one, number two, number moved, number to, number carrots) noexcept
    cdef number stands(self, number runner, number moved, number to) noexcept
    cdef number row_of(self, number runner, number moved, number to) noexcept
    cdef number shared(self, number first, number last, number carrots, number lettuces) noexcept
    cpdef number play_home(self, number most, number wander) noexcept
    cpdef number winner(self) noexcept
