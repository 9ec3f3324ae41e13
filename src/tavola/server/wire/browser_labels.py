"""What the table in the browser says of its own: labels and a few sentences, by stable keys.

Everything about the game itself comes from `words.say` with the messages of the table.  The page
carries these strings as one block of JSON; {placeholders} are filled by the client.
"""

from __future__ import annotations

from tavola.words.translations import Words, mark

_ACTIONS = {
    "throw": mark("Throw"),
    "done": mark("Done"),
    "next": mark("Next game"),
    "rematch": mark("Rematch"),
    "new_table": mark("New table"),
    "wait": mark("Wait"),
    "go_on": mark("Go on"),
    "take": mark("Take"),
    "drop": mark("Drop"),
    "beaver": mark("Beaver"),
    "accept": mark("Accept"),
    "refuse": mark("Refuse"),
    "agree": mark("Agree to the draw"),
    "decline": mark("Decline the draw"),
    "double": mark("Double"),
    "resign": mark("Resign"),
    "resign_for": mark("Resign {what}"),
    "game_1": mark("a game"),
    "game_2": mark("a gammon"),
    "game_3": mark("a backgammon"),
    "draw": mark("Offer a draw"),
    "keep": mark("Keep {dice}"),
    "undo": mark("Undo step"),
    "undo_turn": mark("Undo turn"),
    "swap": mark("Swap dice"),
    "back": mark("Take back"),
    "correct": mark("Correct dice"),
    "cancel": mark("Cancel"),
    "undo_short": mark("Undo"),
    "hint": mark("Hint"),
    "review": mark("Look back"),
    "more": mark("More"),
    "close": mark("Close"),
    "yes": mark("Yes"),
    "no": mark("No"),
    "type_dice": mark("Type the dice"),
    "opinion": mark("Computer’s opinion"),
}

_OFFERS = {
    "double_to": mark("Double to {value}"),
    "double_ask": mark("Offer a double to {value}?"),
    "double_costs": mark("the other takes or drops"),
    "resign_ask": mark("Resign {what}?"),
    "draw_ask": mark("Offer a draw?"),
    "take_costs": mark("for {value}, cube yours"),
    "take_beaver": mark("for {value}, cube with the other"),
    "you_lose": mark("you lose {points}: {score}"),
    "you_win": mark("you win {points}"),
    "worth": mark("{count} points"),
    "worth_one": mark("1 point"),
    "play_on": mark("play on"),
    "nobody_wins": mark("nobody wins"),
    "claim": mark("Break off"),
    "claim_ask": mark("{name} has been away for a minute. Break the match off?"),
    "claim_gone": mark("{name} has left for good. Break the match off?"),
    "wait_on": mark("Go on waiting"),
    "another": mark("Another game or level"),
    "game": mark("Game"),
    "level": mark("Level"),
    "offer_auto": mark("Throw, forced plays and Done by themselves?"),
    "shut_out": mark("Shut out: no number can be played, the throws are passed over."),
    "auto_on": mark("That goes by itself from now on; it is changed in the settings."),
    "auto_off": mark("All stays in your hand; it is changed in the settings."),
}

_HEAD = {
    "your_turn": mark("your turn"),
    "to_points": mark("to {count} points"),
    "to_point": mark("to 1 point"),
    "crawford_to": mark("to {count} · Crawford"),
    "one_game": mark("one game"),
    "game_of": mark("game {number} of {games}"),
    "game_number": mark("game {number}"),
    "whole": mark("Show the whole text"),
    "shorter": mark("Show less"),
    "you_look_on": mark("You are watching"),
}

_TABS = {
    "analysis": mark("Analysis"),
    "table": mark("Table"),
    "figures": mark("Figures"),
    "in_sentences": mark("In sentences"),
    "notation": mark("In notation"),
}

_QUESTIONS = {
    "ask": mark("Questions"),
    "ask_dice": mark("Dice"),
    "ask_pips": mark("Pips"),
    "ask_score": mark("The score"),
    "ask_cube": mark("Cube"),
    "ask_pools": mark("Bar and off"),
    "ask_turn": mark("Whose turn"),
    "ask_last": mark("Last play"),
    "ask_moves": mark("Steps from this point"),
    "ask_why": mark("Why not?"),
}

_TABLE = {
    "board": mark("Board"),
    "board_help": mark("Arrow keys move over the points, the question mark lists all keys."),
    "white": mark("White"),
    "black": mark("Black"),
    "you": mark("you"),
    "open_seat": mark("free seat"),
    "away": mark("away"),
    "away_for_good": mark("has left"),
    "on_turn": mark("on turn"),
    "thinks": mark("thinks"),
    "watching": mark("Watching: {count}"),
    "pip": mark("1 pip"),
    "pips": mark("{count} pips"),
    "labelled": mark("{label}: {text}"),
    "bar": mark("Bar"),
    "reserve": mark("Reserve"),
    "off": mark("Off"),
    "offline": mark("The connection is lost. Trying again…"),
    "online": mark("Connected again."),
    "lost": mark("That was not sent: the connection is lost."),
    "gone": mark("This table is no longer there."),
    "failed": mark("That did not work. Try again."),
    "picked": mark("Picked up: {place}."),
    "put_back": mark("Put back."),
    "no_targets": mark("No checker can be played now."),
    "choose_checker": mark("Several checkers can play there: choose one."),
    "leading": mark("First number: {number}."),
    "dice_white": mark("White’s die"),
    "dice_black": mark("Black’s die"),
    "dice_first": mark("First die"),
    "dice_second": mark("Second die"),
    "dice_third": mark("Third die"),
    "choose_throw": mark("Choose a throw"),
    "choose_double": mark("Choose a double"),
    "soon": mark("Goes on by itself; undo stops it."),
    "result": mark("Result"),
    "next_table": mark("Next match"),
    "fairness": mark("Dice"),
    "seed_player": mark("Seed of player {player}: {seed}"),
    "seed_program": mark("Seed of player {player}, from the server: {seed}"),
    "seed_missing": mark("Seed of player {player}: not given yet"),
    "seed_own": mark("Your seed, until the first dice fall:"),
    "seed_give": mark("Give this seed"),
    "seed_given": mark("Your seed is in the dice."),
    "check_dice": mark("Check the dice"),
    "review_match": mark("Review this match"),
    "record": mark("Download the record"),
}

_TEXT_VIEW = {
    "rules": mark("Rules"),
    "previous_legal": mark("Previous legal"),
    "next_legal": mark("Next legal"),
    "text_view": mark("Text view"),
    "drawn_view": mark("Drawn board"),
    "stands": mark("What stands there"),
    "steps": mark("Possible steps"),
    "step_to": mark("{number}: to {place}"),
    "nothing": mark("none"),
}

_LOG = {
    "log": mark("Moves"),
    "first": mark("To the beginning"),
    "earlier": mark("One step back"),
    "later": mark("One step on"),
    "latest": mark("To the end"),
    "replay": mark("Play back"),
    "pause": mark("Pause"),
    "looking_back": mark("Looking back: {line}."),
    "return": mark("Return to the game"),
    "at_start": mark("Beginning of the match"),
    "from_here": mark("Play from here"),
    "from_here_stays": mark(
        "Game, rules, score and cube stay as they were then; the dice to come are new. This match "
        "stays as it is."
    ),
    "against_computer": mark("Against the computer"),
    "against_here": mark("Two people at this device"),
}

_INVITE = {
    "invite": mark("Invite"),
    "invite_friend": mark(
        "Send this link to your friend; whoever opens it can take the free seat."
    ),
    "invite_watch": mark("Whoever has this link can watch:"),
    "open_network": mark("Open the table to this network"),
    "copy": mark("Copy"),
    "copied": mark("Copied."),
    "copy_by_hand": mark("The link is selected: copy it with your keyboard or by a long press."),
    "qr": mark("QR code of the link"),
    "link": mark("Link"),
}

_SETTINGS = {
    "settings": mark("Settings"),
    "theme": mark("Colours"),
    "theme_auto": mark("like the system"),
    "theme_walnut": mark("walnut"),
    "theme_linen": mark("light"),
    "theme_night": mark("dark"),
    "theme_contrast": mark("high contrast"),
    "theme_safe": mark("safe for colour-blind eyes"),
    "numbering": mark("Numbers of the points"),
    "numbering_own": mark("from my side"),
    "numbering_booklet": mark("of the booklet"),
    "turn": mark("Turn the board"),
    "mirror": mark("Mirror the board"),
    "arrows": mark("Show directions"),
    "arrows_first": mark("in the first turns"),
    "arrows_always": mark("always"),
    "arrows_never": mark("never"),
    "twists": mark("Explain what is special"),
    "twists_first": mark("in the first matches"),
    "twists_always": mark("in every match"),
    "twists_never": mark("never"),
    "speed": mark("Movement"),
    "speed_slow": mark("slow"),
    "speed_normal": mark("normal"),
    "speed_fast": mark("fast"),
    "speed_fastest": mark("very fast"),
    "speed_none": mark("none"),
    "sounds": mark("Sounds"),
    "tap": mark("A tap on a checker"),
    "tap_play": mark("plays it"),
    "tap_pick": mark("picks it up"),
    "targets": mark("Show where a checker may go"),
    "auto_throw": mark("Throw by itself where no double is possible"),
    "auto_forced": mark("Play forced steps by itself"),
    "auto_done": mark("Done by itself after the last number"),
    "tutor": mark("Tutor"),
    "tutor_off": mark("off"),
    "tutor_gentle": mark("gentle"),
    "tutor_strict": mark("strict"),
    "tutor_limit": mark("The tutor stops you from"),
    "tutor_limit_usual": mark("0.16 gentle, 0.08 strict"),
    "tutor_from": mark("{units} units"),
    "log_sentences": mark("Moves as sentences"),
    "voice": mark("Sentences"),
    "voice_brief": mark("brief"),
    "voice_full": mark("full"),
    "announce": mark("Pause between announcements"),
    "seconds": mark("{count} s"),
    "keys_on": mark("Letter and digit keys on the board"),
    "set_to": mark("{setting}: {value}."),
    "on": mark("on"),
    "off_switch": mark("off"),
}

_KEYS = {
    "keys": mark("Keys"),
    "keys_intro": mark("These keys act while the focus is in the board. A click changes a key."),
    "readers": mark("With a screen reader"),
    "readers_enter": mark(
        "Press Tab until you hear “Board”: from then on every key goes to the board. If letters "
        "still go to the reader, switch to its focus mode: Insert+A in Orca, Insert+space in NVDA, "
        "Insert+Z in JAWS."
    ),
    "readers_play": mark(
        "The usual keys: R throws, full stop and comma lead to the next and the previous checker "
        "that can move, Enter picks up and puts down, Shift+Enter ends the turn, T says what is "
        "asked."
    ),
    "readers_touch": mark(
        "On a phone, move a finger over the board: each point says what stands there. A double tap "
        "picks a checker up, another one puts it down. The buttons to throw and to end the turn "
        "come after the board."
    ),
    "readers_text": mark(
        "B shows the board as a text with a button for each legal step; Escape leads back. V "
        "changes between brief and full sentences."
    ),
    "key_press": mark("Press the new key, Delete for none, Escape to leave it."),
    "key_none": mark("none"),
    "cap_Shift": mark("Shift"),
    "cap_Ctrl": mark("Ctrl"),
    "cap_Enter": mark("Enter"),
    "cap_PageUp": mark("PageUp"),
    "cap_PageDown": mark("PageDown"),
    "cap_End": mark("End"),
    "key_taken": mark("{key} already does this: {action}"),
    "keys_reset": mark("All keys as they were"),
    "key_arrows": mark("next point along the row, across the bar"),
    "key_digits": mark("go to a point by its number; 0 bar, 25 off or reserve"),
    "key_enter": mark("pick up, put down; throw when a throw is awaited"),
    "key_escape": mark("put back"),
    "key_legal": mark("next or previous legal checker or target, blots first"),
    "name_arrows": mark("Arrows"),
    "name_digits": mark("Digits"),
    "name_enter": mark("Enter, space"),
    "name_escape": mark("Escape"),
    "name_legal": mark("Ctrl and arrows"),
    "do_throw": mark("throw"),
    "do_done": mark("done, next game"),
    "do_undo": mark("undo a step"),
    "do_undo_turn": mark("undo the turn"),
    "do_swap": mark("swap the dice"),
    "do_next_legal": mark("next legal checker or target"),
    "do_previous_legal": mark("previous legal checker or target"),
    "do_dice": mark("dice, and what is left of them"),
    "do_pips": mark("pips of both"),
    "do_score": mark("score and match"),
    "do_cube": mark("cube and its owner"),
    "do_pools": mark("bar, reserve and off of both"),
    "do_turn": mark("whose turn, what is asked"),
    "do_last": mark("last play"),
    "do_earlier_line": mark("read the log backwards"),
    "do_moves": mark("what this point’s checker may do"),
    "do_why": mark("why that was refused"),
    "do_hint": mark("hint"),
    "do_opinion": mark("what the computer thinks"),
    "do_double": mark("offer a double"),
    "do_yes": mark("take, accept"),
    "do_no": mark("drop, refuse"),
    "do_type": mark("type a play"),
    "do_judge": mark("whether the typed play is good"),
    "do_voice": mark("brief or full sentences"),
    "do_text": mark("board as a table of text"),
    "do_earlier": mark("look back one step"),
    "do_later": mark("one step on"),
    "do_latest": mark("return to the game"),
    "do_sounds": mark("sounds on or off"),
    "do_help": mark("list of the keys"),
    "type_play": mark("Type a play"),
    "type_example": mark("for example 8/5 6/5, bar/22"),
    "play": mark("Play it"),
}

_PAGE = {
    "beside": mark("Beside the board"),
    "analysis_help": mark(
        "A hint draws the best play on the board. Point at another one to see it, click to play it."
    ),
    "judge": mark("Is it good?"),
    "rules_page": mark("Rules on a page of their own"),
    "commitment": mark("Sealed when the table was made; to be checked after the match:"),
}
"""What the page itself shows and its scripts never say."""

STRINGS: dict[str, str] = {
    **_ACTIONS,
    **_OFFERS,
    **_HEAD,
    **_TABS,
    **_QUESTIONS,
    **_TABLE,
    **_TEXT_VIEW,
    **_LOG,
    **_INVITE,
    **_SETTINGS,
    **_KEYS,
}
"""Key to English sentence, for the client."""


def page_labels(words: Words) -> dict[str, str]:
    """What only the table page itself shows, in one language; it is not sent to the scripts."""
    return {key: words.text(sentence) for key, sentence in _PAGE.items()}


def client_strings(words: Words) -> dict[str, str]:
    """All strings of the table page in one language, their {placeholders} unfilled."""
    return {key: words.text(sentence) for key, sentence in STRINGS.items()}
