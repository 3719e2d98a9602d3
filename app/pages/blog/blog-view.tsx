import { Form, useSubmit } from "@remix-run/react";
import type { PostType } from "#projections/posts/queries.ts";
import { type PostCard, PostCards } from "../../blog/post-cards.tsx";
import { postTypeNames } from "../../blog/post-types.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { Plus, Search } from "../../ui/icons/all.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";

export type BlogViewProps = {
  search: string;
  type: PostType | null;
  page: number;
  pages: number;
  posts: PostCard[];
  mayWrite: boolean;
};

export function BlogView({ search, type, page, pages, posts, mayWrite }: BlogViewProps) {
  const filtered = search !== "" || type !== null;
  return (
    <div className="wrap">
      <div className="store-head">
        <div>
          <h1>Blog</h1>
          <p className="quiet">Updates, use cases and whitepapers.</p>
        </div>
        {mayWrite && (
          <ButtonLink kind="primary" icon={Plus} to="/blog/new">
            New post
          </ButtonLink>
        )}
      </div>
      <div className="blog">
        <Filters search={search} type={type} />
        {posts.length > 0 && <PostCards posts={posts} />}
        {posts.length === 0 && (
          <EmptyState title={filtered ? "No posts found." : "No posts yet."} level={2}>
            {filtered && (
              <p className="row">
                <ButtonLink to="/blog">Clear Filter</ButtonLink>
              </p>
            )}
          </EmptyState>
        )}
        <Pager page={page} pages={pages} />
      </div>
    </div>
  );
}

function Filters({ search, type }: Pick<BlogViewProps, "search" | "type">) {
  const submit = useSubmit();
  return (
    <Form className="blog-filters" role="search" aria-label="Blog" action="/blog" key={`${search} ${type}`}>
      <label className="search">
        <span className="visually-hidden">Search titles and content</span>
        <Icon of={Search} />
        <input className="input" type="search" name="search" defaultValue={search} placeholder="Title or content" />
      </label>
      <label>
        <span className="visually-hidden">Type</span>
        <select
          className="select"
          name="type"
          defaultValue={type ?? ""}
          onChange={(event) => submit(event.currentTarget.form)}
        >
          <option value="">All Types</option>
          {Object.entries(postTypeNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button>Search</Button>
    </Form>
  );
}
