import { z } from "zod";

// zod would try `new Function` to make its checks faster, which our Content-Security-Policy refuses and every console reports.
z.config({ jitless: true });
