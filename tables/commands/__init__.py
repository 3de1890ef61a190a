"""Every command of this app, for its two doors."""

from tables.commands.alerts import acknowledge_alert
from tables.commands.at_table import (
    begin_play,
    bring_set,
    display_tiles,
    inspect_set,
    remove_set,
    verify_inspection,
)
from tables.commands.calls import call_floor
from tables.commands.dealers import assign_floorperson, tap_in, tap_out
from tables.commands.dice import check_dice, inspect_dice, place_dice
from tables.commands.duties import (
    begin_duties,
    call_off_relief,
    end_duty,
    end_string,
    plan_relief,
    set_string,
)
from tables.commands.endings import (
    condemn_set,
    decide_return,
    destroy_set,
    hold_evidence,
    release_evidence,
    report_discrepancy,
    sign_discrepancy,
)
from tables.commands.envelopes import collect_envelopes, seal_envelope
from tables.commands.exposures import report_exposed_tiles
from tables.commands.furniture import (
    add_pit,
    add_shaker,
    add_table,
    bring_table_back,
    change_table,
    post_tablet,
    rename_pit,
    retire_table,
)
from tables.commands.limits import announce_limits, call_off_limits
from tables.commands.notices import (
    add_address,
    add_device,
    answer_notice,
    remove_device,
    set_gateway,
    set_quiet_hours,
)
from tables.commands.rebuild import rebuild_set, replace_tile
from tables.commands.receipt import (
    correct_receipt,
    inspect_receipt,
    issue_sets,
    receive_set,
    receive_sets,
    return_sets,
)
from tables.commands.stock import reconcile, take_stock
from tables.commands.submissions import adopt_submission, file_submission
from tables.commands.table_state import (
    begin_closing,
    begin_opening,
    close_table,
    open_table,
    resume_table,
    suspend_table,
)
from tables.commands.training import end_qualification, qualify_dealer
from tables.commands.work_orders import close_work_order, open_work_order, record_line

COMMANDS = (
    announce_limits,
    call_off_limits,
    begin_opening,
    open_table,
    suspend_table,
    resume_table,
    begin_closing,
    close_table,
    assign_floorperson,
    tap_in,
    tap_out,
    qualify_dealer,
    end_qualification,
    bring_set,
    place_dice,
    inspect_set,
    verify_inspection,
    remove_set,
    display_tiles,
    begin_play,
    report_exposed_tiles,
    seal_envelope,
    collect_envelopes,
    replace_tile,
    rebuild_set,
    open_work_order,
    record_line,
    close_work_order,
    reconcile,
    take_stock,
    acknowledge_alert,
    call_floor,
    add_device,
    add_address,
    remove_device,
    set_quiet_hours,
    set_gateway,
    answer_notice,
    begin_duties,
    end_duty,
    plan_relief,
    call_off_relief,
    set_string,
    end_string,
    receive_set,
    receive_sets,
    correct_receipt,
    inspect_receipt,
    issue_sets,
    return_sets,
    inspect_dice,
    check_dice,
    decide_return,
    report_discrepancy,
    sign_discrepancy,
    hold_evidence,
    release_evidence,
    condemn_set,
    destroy_set,
    file_submission,
    adopt_submission,
    add_pit,
    rename_pit,
    add_table,
    change_table,
    retire_table,
    bring_table_back,
    add_shaker,
    post_tablet,
)
