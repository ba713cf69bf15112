package web

import (
	"html/template"
	"strings"
	"text/template/parse"
)

// All addresses in the program begin with a slash, as if its pages were at the root of a host. A site may lie below
// another path, such as /fellowship. Then that path stands before every address that a browser is sent: in templates
// ([placeLinks]), in the names of files ([assetPath]) and in redirects ([request.redirect]). Scripts and the manifest
// have relative addresses. A request has its path in the program.

// basePath is the path before all addresses of this process, without a slash at its end; empty for the root of a host.
var basePath string

// UseBasePath sets the path below which this process has its pages, such as /fellowship/; a slash alone stands for the
// root of a host. It must be called before the first page is drawn.
func UseBasePath(path string) { basePath = strings.TrimSuffix(path, "/") }

// atBase returns an address of ours as a browser needs it. Other addresses stay as they are: those of other hosts, and
// those within a page.
func atBase(address string) string {
	if strings.HasPrefix(address, "/") {
		return basePath + address
	}
	return address
}

// linkAttributes are the beginnings of the attributes that hold addresses.
var linkAttributes = []string{`href="`, `action="`, `src="`}

// placeLinks puts the base path before the addresses in a template. An address in the text of the template gets it at
// once, and an address from data when the template is drawn. Functions that return addresses, such as asset, add it
// themselves.
func placeLinks(node parse.Node) {
	if basePath == "" {
		return
	}
	switch n := node.(type) {
	case *parse.ListNode:
		if n != nil {
			placeLinksOfList(n)
		}
	case *parse.IfNode:
		placeLinksOfBranches(&n.BranchNode)
	case *parse.RangeNode:
		placeLinksOfBranches(&n.BranchNode)
	case *parse.WithNode:
		placeLinksOfBranches(&n.BranchNode)
	}
}

// placeLinksOfBranches puts the base path before the addresses in both branches of an action.
func placeLinksOfBranches(n *parse.BranchNode) {
	placeLinks(n.List)
	placeLinks(n.ElseList)
}

// placeLinksOfList puts the base path before the addresses in a list of nodes.
func placeLinksOfList(list *parse.ListNode) {
	opensLink := false
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.TextNode:
			text := string(n.Text)
			opensLink = false
			for _, attribute := range linkAttributes {
				text = strings.ReplaceAll(text, attribute+"/", attribute+basePath+"/")
				opensLink = opensLink || strings.HasSuffix(text, attribute)
			}
			n.Text = []byte(text)
			continue
		case *parse.ActionNode:
			if opensLink && !callsFunction(n.Pipe) {
				n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{
					NodeType: parse.NodeCommand,
					Args:     []parse.Node{parse.NewIdentifier("atBase").SetPos(n.Pos)},
				})
			}
		}
		opensLink = false
		placeLinks(node)
	}
}

// callsFunction reports whether a pipe begins with the call of a function.
func callsFunction(pipe *parse.PipeNode) bool {
	return pipe.Cmds[0].Args[0].Type() == parse.NodeIdentifier
}

// drawAtBase is [atBase] for templates.
func drawAtBase(address any) any {
	switch a := address.(type) {
	case string:
		return atBase(a)
	case template.URL:
		return template.URL(atBase(string(a))) //nolint:gosec // it was safe before
	}
	return address
}
