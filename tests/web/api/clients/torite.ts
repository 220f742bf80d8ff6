// Four hands of The Torite that play themselves, whatever client asks the host.

/** What of a table's state they look at. */
export interface Seen {
  names: string[];
  summary: {
    status: "playing" | "finished" | "drawn";
    next: { seat: number | null; what: string };
    winner: number[] | null;
    findings: { rule: string }[];
  } | null;
  trick: { led: string | null } | null;
  laying: { ways: ("played" | "shown" | "held")[] } | null;
}

export type Entry =
  | { kind: "dealt"; dealer: number }
  | { kind: "declared"; seat: number; topic: "leader" }
  | { kind: "played" | "shown" | "held"; seat: number; card: string };

export const GAME = {
  game: "torite" as const,
  players: 4,
  names: ["Ann", "Bo", "Cy", "Di"],
  dealer: 0,
  abandon: true,
};

export class Hands {
  private readonly hands: string[][] = [[], [], [], []];

  constructor() {
    const pack = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
    pack.forEach((card, at) => this.hands[at % 4]!.push(card));
  }

  /** The next entry, or null once the game is over. */
  next(state: Seen): Entry | null {
    const { status, next } = state.summary!;
    if (status !== "playing") return null;
    if (next.what === "deal") return { kind: "dealt", dealer: 0 };
    if (next.what === "leader") {
      const leader = this.hands.findIndex((hand) => hand.includes("2C"));
      this.hands[leader]!.sort((a, b) => Number(b === "2C") - Number(a === "2C"));
      return { kind: "declared", topic: "leader", seat: leader };
    }
    const seat = next.seat ?? this.hands.findIndex((hand) => hand.length > 0);
    const hand = this.hands[seat]!;
    const card = hand.find((each) => each[1] === state.trick!.led) ?? hand[0]!;
    hand.splice(hand.indexOf(card), 1);
    return { kind: state.laying!.ways[0]!, seat, card };
  }
}

/** How it ended: who won, and how many findings there are. */
export function ending(state: Seen): string {
  const { status, winner, findings } = state.summary!;
  const won = (winner ?? []).map((seat) => state.names[seat]).join(" ") || "nobody";
  return `${status}: won by ${won}, findings: ${findings.length}`;
}
