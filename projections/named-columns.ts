import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  type SelectQueryNode,
  TableNode,
} from "kysely";
import type { Tables } from "./table.ts";

/**
 * Names every column where a query selects all of a model's table. Tables of another version of the program may lack
 * one: then the query fails, and no row comes back without it.
 */
export function namedColumns(tables: Tables): KyselyPlugin {
  const transformer = new Namer(tables);
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

class Namer extends OperationNodeTransformer {
  private readonly tables: Tables;

  constructor(tables: Tables) {
    super();
    this.tables = tables;
  }

  protected override transformSelectQuery(
    node: SelectQueryNode,
    queryId?: Parameters<OperationNodeTransformer["transformNode"]>[1],
  ): SelectQueryNode {
    const transformed = super.transformSelectQuery(node, queryId);
    const { selections } = transformed;
    if (selections === undefined) return transformed;
    const sources = [...(transformed.from?.froms ?? []), ...(transformed.joins ?? []).map(({ table }) => table)];
    const named = sources.map((source) => this.columnsOf(source));
    const expanded = selections.flatMap((selection) => {
      const of = allOf(selection);
      if (of === null) return [selection];
      const meant = of === "" ? named : named.filter((source) => source?.name === of);
      // All of a query inside: its own columns are named there.
      if (meant.length === 0 || meant.some((source) => source === null)) return [selection];
      return meant.flatMap((source) => source!.columns.map((column) => selected(source!.name, column)));
    });
    return { ...transformed, selections: expanded };
  }

  /** The columns of a table of the model, and its name in the query; null: it is none. */
  private columnsOf(source: OperationNode): { readonly name: string; readonly columns: readonly string[] } | null {
    const isAlias = AliasNode.is(source);
    const table = isAlias ? source.node : source;
    if (!TableNode.is(table)) return null;
    const own = table.table.identifier.name;
    const columns = this.tables[own]?.columns;
    if (columns === undefined) return null;
    const name = isAlias && IdentifierNode.is(source.alias) ? source.alias.name : own;
    return { name, columns: Object.keys(columns) };
  }
}

/** Of which table a selection takes all columns; "": of every one; null: it does not. */
function allOf({ selection }: SelectionNode): string | null {
  if (SelectAllNode.is(selection)) return "";
  if (!ReferenceNode.is(selection) || !SelectAllNode.is(selection.column)) return null;
  return selection.table?.table.identifier.name ?? "";
}

function selected(table: string, column: string): SelectionNode {
  return SelectionNode.create(ReferenceNode.create(ColumnNode.create(column), TableNode.create(table)));
}
