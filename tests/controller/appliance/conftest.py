from tests.controller.doctor.conftest import computer

__all__ = ["computer"]
