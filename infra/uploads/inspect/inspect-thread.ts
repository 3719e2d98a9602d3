import type { Inspection } from "#domain/dataset/inspection.ts";
import { serveTasks } from "../../threads/serve-tasks.ts";
import { inspectHead, type InspectionTask } from "./inspect-head.ts";

serveTasks<InspectionTask, Inspection>(inspectHead);
