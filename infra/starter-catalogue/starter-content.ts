import { readFile } from "node:fs/promises";
import path from "node:path";
import type { StarterConnector, StarterContent, StarterDataset } from "#domain/use-cases/administration/first-start.ts";
import { starterPosts } from "./starter-posts.ts";
import { publicConnectors } from "./public-connectors.ts";

type Card = Omit<StarterDataset, "csv">;

/** The first dataset is the one that the welcome message streams. */
const cards: readonly Card[] = [
  {
    title: "Chemical elements",
    description:
      "One row is one of the 118 chemical elements: number, symbol, name, place in the periodic table, phase at room temperature, standard atomic weight (IUPAC, abridged) and the year of discovery. Empty cells: elements known since antiquity have no year, the radioactive ones no standard weight, the heaviest no observed phase, and 28 of the f-block no group. Facts only, put together for Tributary, CC0.",
    category: "Science",
    keywords: ["chemistry", "periodic table", "elements"],
    license: "CC0-1.0",
    fileName: "chemical-elements.csv",
    columns: [
      { name: "atomic_number", description: "Number of protons in the nucleus." },
      { name: "symbol", description: "Symbol by IUPAC." },
      { name: "name", description: "English name by IUPAC." },
      { name: "element_group", description: "Column of the periodic table, 1 to 18. Empty for 28 of the f-block." },
      { name: "period", description: "Row of the periodic table, 1 to 7." },
      { name: "block", description: "Block of the periodic table: s, p, d or f." },
      { name: "phase", description: "State at room temperature. Empty where none was observed." },
      {
        name: "atomic_weight",
        description: "Standard atomic weight by IUPAC, abridged. Empty for radioactive elements without one.",
        unit: "u",
      },
      { name: "discovered", description: "Year of discovery. Empty for elements known since antiquity.", unit: "year" },
    ],
  },
  {
    title: "Planets and moons",
    description:
      "One row is one body of the solar system: the 8 planets, the 5 dwarf planets and 73 of their moons, with mean radius and mean distance from what they orbit (km, rounded), orbital period (days), whether a moon runs against its planet's rotation, and the year of discovery. Empty cells: not known well, or known since antiquity. Facts only, put together for Tributary, CC0.",
    category: "Science",
    keywords: ["astronomy", "solar system", "planets", "moons"],
    license: "CC0-1.0",
    fileName: "planets-and-moons.csv",
    columns: [
      { name: "name", description: "English name by the IAU." },
      { name: "kind", description: "Planet, dwarf planet or moon." },
      { name: "orbits", description: "The body that it orbits." },
      { name: "mean_radius_km", description: "Mean radius, rounded.", unit: "km" },
      { name: "distance_km", description: "Mean distance from what it orbits, rounded.", unit: "km" },
      { name: "orbital_period_days", description: "Time for one orbit.", unit: "days" },
      { name: "retrograde", description: "Whether a moon orbits against the rotation of its planet." },
      { name: "discovered", description: "Year of discovery. Empty for bodies known since antiquity.", unit: "year" },
    ],
  },
];

/** The content of a new installation: connectors to public APIs, those given (the sandbox's), two datasets, and posts. */
export async function starterContent(more: readonly StarterConnector[] = []): Promise<StarterContent> {
  const datasets = cards.map(async (card) => ({
    ...card,
    csv: await readFile(path.join(import.meta.dirname, card.fileName)),
  }));
  return { connectors: [...more, ...publicConnectors], datasets: await Promise.all(datasets), posts: starterPosts };
}
