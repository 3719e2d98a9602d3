import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { LandingViewProps } from "./landing-view.tsx";
import { LandingView } from "./landing-view.tsx";

export const meta: MetaFunction = () => [
  { title: "Tributary | Datasets and live APIs as tables your tools can open" },
  { name: "description", content: "A one-stop platform for high-quality datasets and insights: browse the DataStore, connect an API into a table, stream it into your tools." },
];

export function loader(): LandingViewProps {
  return { now: new Date().toISOString(), signedIn: false, itemCount: 0, items: [], sample: null, origin: "" };
}

export default function Landing() {
  return <LandingView {...useLoaderData<typeof loader>()} />;
}
