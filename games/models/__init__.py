"""Models: accounts, games, events, alerts, disputes, tournaments, exercises."""

from games.models.account_mail import AccountMail
from games.models.alerts import AlertSettings, GameAlerts, Mode, Target, Visit
from games.models.analysis import GameAnalysis
from games.models.chronicle import GameChronicle
from games.models.clock import Offer, PaceName, Vacation
from games.models.computer import ComputerTurn, TakeOver
from games.models.dice import NextDice, SealedDice, SoughtDice
from games.models.dispute import CaseEntry, DisputeCase, PlayerNote, Sanction, StaffAction
from games.models.event import GameEvent
from games.models.exercise import DailyExercise, ExerciseAttempt, ExerciseJudgement
from games.models.game import Game, Seat
from games.models.message import Message, Mute, TalkMark, Withdrawal
from games.models.note import Note
from games.models.notice import Notice
from games.models.outage import Heartbeat, Outage
from games.models.rating import Figures, RatedGame, Rating
from games.models.relation import Invitation, Presence, Relation, Seeker
from games.models.reply import CannedReply
from games.models.request_key import RequestKey
from games.models.sign_of_life import SignOfLife
from games.models.snapshot import Snapshot
from games.models.standing_orders import StandingOrders
from games.models.token import PersonalToken
from games.models.tournament import Challenge, Entrant, Ladder, Pairing, Round, Tournament, TournamentAct
from games.models.trial import Trial
from games.models.user import User
from games.models.word import Word

__all__ = [
    "AccountMail",
    "AlertSettings",
    "CannedReply",
    "CaseEntry",
    "Challenge",
    "ComputerTurn",
    "DailyExercise",
    "DisputeCase",
    "Entrant",
    "ExerciseAttempt",
    "ExerciseJudgement",
    "Figures",
    "Game",
    "GameAlerts",
    "GameAnalysis",
    "GameChronicle",
    "GameEvent",
    "Heartbeat",
    "Invitation",
    "Ladder",
    "Message",
    "Mode",
    "Mute",
    "NextDice",
    "Note",
    "Notice",
    "Offer",
    "Outage",
    "PaceName",
    "Pairing",
    "PersonalToken",
    "PlayerNote",
    "Presence",
    "RatedGame",
    "Rating",
    "Relation",
    "RequestKey",
    "Round",
    "Sanction",
    "SealedDice",
    "Seat",
    "Seeker",
    "SignOfLife",
    "Snapshot",
    "SoughtDice",
    "StaffAction",
    "StandingOrders",
    "TakeOver",
    "TalkMark",
    "Target",
    "Tournament",
    "TournamentAct",
    "Trial",
    "User",
    "Vacation",
    "Visit",
    "Withdrawal",
    "Word",
]
