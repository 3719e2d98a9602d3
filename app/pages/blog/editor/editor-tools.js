// A file of JavaScript: the types of these packages are sources that do not compile with our settings.
export { default as Code } from "@editorjs/code";
export { default as Delimiter } from "@editorjs/delimiter";
export { default as EditorJS } from "@editorjs/editorjs";
export { default as Header } from "@editorjs/header";
export { default as InlineCode } from "@editorjs/inline-code";
export { default as List } from "@editorjs/list";
export { default as Marker } from "@editorjs/marker";
export { default as Quote } from "@editorjs/quote";
export { default as Image } from "@editorjs/simple-image";
export { default as Table } from "@editorjs/table";
