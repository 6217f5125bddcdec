/** What a request came through: REST, an MCP server, or a page. */
export type Surface = 'api' | 'mcp' | 'page';
