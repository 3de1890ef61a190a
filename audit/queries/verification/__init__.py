"""Recheck the whole record: events, entries, hashes, trees, checkpoints, signatures, gaps."""

from audit.queries.verification.everything import Report, verify_logs
from audit.queries.verification.faults import INCOMPLETE, Fault, FaultCode
from audit.queries.verification.heads import Trust

__all__ = ["INCOMPLETE", "Fault", "FaultCode", "Report", "Trust", "verify_logs"]
