# C types for hares.py, read by Cython alone.

from controller.game.opponents.playouts.position cimport number
from controller.game.opponents.playouts.turns cimport CompactTurns

cdef number AGAIN, CARROT, CARROT_BACK, CARROT_FORWARD, CHEW, CHEW_CARROT, CHEW_LETTUCE, DEAL_DUE
cdef number DECK_1978, DIE_TABLE, FREE, FREE_RIDE, GIFT_DUE, GIVE_TEN, HARE, LETTUCE, LOSE_HALF
cdef number MORE_BEHIND, MOVE_DUE, NAP, NUMBER_CARDS, POSITION_BACK, POSITION_FORWARD
cdef number REST, RESTORE, ROLL_DUE, SHUFFLE, TABLE_1974, TEN, TEN_DUE, TEN_PER_LETTUCE
cdef number TEXT_CARDS, TORTOISE, UNLIMITED


cdef class CompactHares(CompactTurns):
    cdef number restore_carrots, sides
    cdef bint equal_again, cascade, skip_occupied
    cdef public number cards, top, drawing, runner, cost, gift, giver, waiters, waited
    cdef number[::1] table
    cdef public number[::1] pile, waiting

    cdef void land(self, number seat, number runner, number cost) noexcept
    cdef number draw_card(self) noexcept
    cdef void wait_for(self, number prompt, number seat, number runner, number cost) noexcept
    cdef void again(self, number seat) noexcept
    cdef void restart_and_end(self, number seat, number runner) noexcept
    cdef void text_card(self, number card, number seat, number runner, number cost) noexcept
    cdef void give_ten(self, number seat) noexcept
    cdef number others(self, number seat, number side) noexcept
    cdef number standing(self, number seat) noexcept
    cdef void number_card(self, number value, number seat, number runner, number cost) noexcept
    cdef void rolled(self, number value) noexcept
    cdef void act(self, number action, number seat, number runner, number cost) noexcept
    cdef void carry(self, number to, number seat, number runner, number cost) noexcept
    cdef number target(self, number action, number seat, number runner) noexcept
