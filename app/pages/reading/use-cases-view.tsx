import { type PostCard, PostCards } from "../../blog/post-cards.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";

export type UseCasesViewProps = { page: number; pages: number; posts: PostCard[] };

export function UseCasesView({ page, pages, posts }: UseCasesViewProps) {
  return (
    <div className="wrap">
      <div className="store-head">
        <div>
          <h1>Use cases</h1>
          <p className="quiet">What you can do with a table that stays up to date, step by step.</p>
        </div>
      </div>
      <div className="blog">
        {posts.length > 0 ? <PostCards posts={posts} /> : <EmptyState title="No posts yet." level={2} />}
        <Pager page={page} pages={pages} />
      </div>
    </div>
  );
}
