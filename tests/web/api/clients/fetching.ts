// A client whose types openapi-typescript made, with openapi-fetch: fetching.js URL
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import { ending, GAME, Hands } from "./torite";

type State = components["schemas"]["State"];
const url = process.argv[2]!;
const host = createClient<paths>({ baseUrl: url });

function done<T>(answer: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (answer.error) throw new Error(`${answer.error.title}: ${answer.error.detail}`);
  return answer.data!;
}

async function play(): Promise<void> {
  const { tables } = done(await host.GET("/api/v1/tables"));
  const params = { path: { code: tables[0]!.code } };
  const look = async (): Promise<State> => done(await host.GET("/api/v1/tables/{code}", { params }));
  done(await host.POST("/api/v1/tables/{code}/games", { params, body: GAME }));
  const hands = new Hands();
  for (let entry; (entry = hands.next(await look())); ) {
    done(await host.POST("/api/v1/tables/{code}/entries", { params, body: entry }));
  }
  const { entries } = done(await host.GET("/api/v1/tables/{code}/entries", { params }));
  const cards = entries.filter((each) => each.kind === "played").map((each) => each.card);
  console.log(ending(await look()), `cards: ${cards.length}`);
}

void play();
