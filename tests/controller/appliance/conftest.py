from tests.controller.maintenance.doctor.conftest import computer

__all__ = ["computer"]
