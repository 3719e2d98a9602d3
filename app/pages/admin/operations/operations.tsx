import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "../admin-frame.tsx";
import { adminOf } from "../admin-page.ts";
import { operationRows } from "./operation-rows.ts";
import { type OperationsPage, OperationsView } from "./operations-view.tsx";

export const meta = adminMeta("Operations");

export async function loader({ request, context }: LoaderFunctionArgs): Promise<OperationsPage> {
  await adminOf(context, request);
  const { operations, ports, site } = context.platform;
  const [report, now] = await Promise.all([operations.report(), ports.clock.now()]);
  return {
    ...{ version: site.version, role: report.role, now: now.toISOString() },
    ...{ reasons: [...report.reasons], warnings: [...report.warnings] },
    rows: operationRows(report, now.getTime()).map((row) => ({ ...row })),
  };
}

export default function Operations() {
  return <OperationsView {...useLoaderData<typeof loader>()} />;
}
