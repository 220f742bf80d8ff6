// A client that @hey-api/openapi-ts made: hey.js URL
import { client } from "./hey/client.gen";
import * as host from "./hey/sdk.gen";
import type { State } from "./hey/types.gen";
import { ending, GAME, Hands } from "./torite";

client.setConfig({ baseUrl: process.argv[2]! });

async function play(): Promise<void> {
  const throwOnError = true as const;
  const { data } = await host.listTables({ throwOnError });
  const path = { code: data.tables[0]!.code };
  const look = async (): Promise<State> => (await host.readTable({ path, throwOnError })).data;
  await host.beginGame({ path, body: GAME, throwOnError });
  const hands = new Hands();
  for (let entry; (entry = hands.next(await look())); ) {
    await host.addEntry({ path, body: entry, throwOnError });
  }
  const { entries } = (await host.listEntries({ path, throwOnError })).data;
  const cards = entries.filter((each) => each.kind === "played").map((each) => each.card);
  const record = await host.exportRecord({ path: { ...path, number: 1 }, parseAs: "text", throwOnError });
  const file = new Blob([record.data]);
  await host.importRecord({ path, body: file, query: { abandon: "yes" }, throwOnError });
  console.log(ending(await look()), `cards: ${cards.length}`);
}

void play();
