import { Link, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

export type Published = { title: string; version: number; href: string };

/** How long the page says that a draft was published before it redirects, in milliseconds. */
const REDIRECT_DELAY_MS = 1_500;

export function PublishedView({ title, version, href }: Published) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(href, { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, href]);
  return (
    <div className="wrap">
      <div className="top">
        <h1>{title} is published</h1>
      </div>
      <div className="blocks">
        <p role="status">
          It is version {version} now. You are taken to it in a moment.{" "}
          <Link to={href} replace>
            Open v{version}
          </Link>
        </p>
      </div>
    </div>
  );
}
