import { type JobStore, jobFixture } from "./job-fixture.ts";
import { keepingContract } from "./keeping.ts";
import { ringingContract } from "./ringing.ts";
import { sharingContract } from "./sharing.ts";

/** What Agenda must do for us, on any store. */
export function agendaContract(open: () => Promise<JobStore>): void {
  const fixture = jobFixture(open);
  ringingContract(fixture);
  sharingContract(fixture);
  keepingContract(fixture);
}
