import type { ReactNode } from "react";

const strands: { d: string; second?: boolean; x: number; y: number; name: string }[] = [
  { d: "M20 214H1400", x: 20, y: 214, name: "river_levels.csv" },
  { d: "M70 120H161C205 120 205 211 250 211H1400", second: true, x: 70, y: 120, name: "GET /issues" },
  { d: "M40 318H201C251 318 251 217 300 217H1400", x: 40, y: 318, name: "GET /rates" },
  { d: "M150 42H217C298 42 298 208 380 208H1400", second: true, x: 150, y: 42, name: "forecast" },
  { d: "M150 392H261C345 392 345 220 430 220H1400", x: 150, y: 392, name: "stations.csv" },
  { d: "M330 92H404C462 92 462 205 520 205H1400", second: true, x: 330, y: 92, name: "GET /pageviews" },
  { d: "M420 318H501C551 318 551 223 600 223H1400", x: 420, y: 318, name: "beds.csv" },
  { d: "M455 30H465C553 30 553 202 640 202H1400", second: true, x: 455, y: 30, name: "earthquakes" },
];

/** The frame of login and registration: a form at the left, a drawing at the right. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap">
      <div className="gate">
        <div className="card">
          <h1>{title}</h1>
          {children}
        </div>
        <figure>
          <svg
            className="art"
            viewBox="0 0 640 420"
            role="img"
            aria-label="Eight sources join, one after another, into one stream"
          >
            <g strokeWidth="3">
              {strands.map(({ d, second, name }) => (
                <path key={name} d={d} className={second ? "b" : undefined} />
              ))}
            </g>
            {strands.map(({ x, y, name }) => (
              <g key={name} aria-hidden="true">
                <circle cx={x} cy={y} r="3.5" />
                <text x={x} y={y - 10}>
                  {name}
                </text>
              </g>
            ))}
          </svg>
        </figure>
      </div>
    </div>
  );
}
