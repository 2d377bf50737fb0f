# C types for guided.py, read by Cython alone.

from controller.game.opponents.playouts.position cimport number
from controller.game.opponents.playouts.race cimport CompactRace

cdef number CHEW, DRAW, KEEP, OVER, PARTS, PAY, REST


cdef class GuidedRace(CompactRace):
    cdef unsigned short[::1] free, landed
    cdef public number most_carrots, most_lettuces, row, level, table_size, places

    cpdef number quickest(self, number count, number wander) noexcept
    cdef number turns(self, unsigned short[::1] table, number seat, number at, number carrots) noexcept
    cpdef number play_home(self, number most, number wander) noexcept
    cpdef number winner(self) noexcept
